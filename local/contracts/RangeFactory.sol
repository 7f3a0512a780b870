// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {RangePool} from "./RangePool.sol";

/// @title Makes one range pool per pair of tokens and fee, and knows them all.
contract RangeFactory {
    mapping(address tokenA => mapping(address tokenB => mapping(uint24 fee => address))) public getPool;

    event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, address pool);

    error TokensWrong(address tokenA, address tokenB);
    error FeeWrong(uint24 fee);
    error PoolExists(address pool);

    /// @dev The ticks are of token1 for one token0; the tokens are given in their order.
    function createPool(address token0, address token1, uint24 fee, int24 lowest, int24 tick, int24 highest)
        external
        returns (address pool)
    {
        if (token0 >= token1 || token0 == address(0)) revert TokensWrong(token0, token1);
        if (fee == 0 || fee >= 1_000_000) revert FeeWrong(fee);
        if (getPool[token0][token1][fee] != address(0)) revert PoolExists(getPool[token0][token1][fee]);
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        pool = address(new RangePool{salt: salt}(token0, token1, fee, lowest, tick, highest));
        getPool[token0][token1][fee] = pool;
        getPool[token1][token0][fee] = pool;
        emit PoolCreated(token0, token1, fee, pool);
    }
}
