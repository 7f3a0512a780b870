// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Pair} from "./Pair.sol";

/// @title Makes one pool per pair of tokens and knows them all.
contract PairFactory {
    mapping(address tokenA => mapping(address tokenB => address)) public getPair;
    address[] public allPairs;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    error TokensWrong(address tokenA, address tokenB);
    error PairExists(address pair);

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (token0 == token1 || token0 == address(0)) revert TokensWrong(tokenA, tokenB);
        if (getPair[token0][token1] != address(0)) revert PairExists(getPair[token0][token1]);
        pair = address(new Pair{salt: keccak256(abi.encodePacked(token0, token1))}(token0, token1));
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }
}
