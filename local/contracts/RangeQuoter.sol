// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {RangeFactory} from "./RangeFactory.sol";
import {RangePath} from "./RangePath.sol";

/// @title Tells what a swap over range pools would give, with the function names that clients know.
contract RangeQuoter {
    using RangePath for bytes;

    struct QuoteExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint24 fee;
        uint160 sqrtPriceLimitX96;
    }

    RangeFactory public immutable factory;

    constructor(RangeFactory factory_) {
        factory = factory_;
    }

    function quoteExactInputSingle(QuoteExactInputSingleParams calldata params)
        external
        view
        returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)
    {
        (amountOut, sqrtPriceX96After) = _quote(params.tokenIn, params.tokenOut, params.fee, params.amountIn);
        (initializedTicksCrossed, gasEstimate) = (0, 0);
    }

    function quoteExactInput(bytes calldata path, uint256 amountIn)
        external
        view
        returns (
            uint256 amountOut,
            uint160[] memory sqrtPriceX96AfterList,
            uint32[] memory initializedTicksCrossedList,
            uint256 gasEstimate
        )
    {
        uint256 count = path.hops();
        sqrtPriceX96AfterList = new uint160[](count);
        initializedTicksCrossedList = new uint32[](count);
        amountOut = amountIn;
        for (uint256 i = 0; i < count; i++) {
            (address tokenIn, address tokenOut, uint24 fee) = path.hop(i);
            (amountOut, sqrtPriceX96AfterList[i]) = _quote(tokenIn, tokenOut, fee, amountOut);
        }
        gasEstimate = 0;
    }

    function _quote(address tokenIn, address tokenOut, uint24 fee, uint256 amountIn)
        private
        view
        returns (uint256, uint160)
    {
        return RangePath.pool(factory, tokenIn, tokenOut, fee).quote(tokenIn < tokenOut, amountIn);
    }
}
