// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Erc20} from "./Erc20.sol";
import {RangeFactory} from "./RangeFactory.sol";
import {RangePath} from "./RangePath.sol";
import {RangePool} from "./RangePool.sol";
import {SafeTransfer} from "./SafeTransfer.sol";
import {WrappedEther} from "./WrappedEther.sol";

/// @title Swaps over range pools, with the function names that clients know.
/// @dev Two low addresses stand for others as a recipient: 1 for the caller, 2 for this router, so that what it
/// gets can be unwrapped by the next call of the same `multicall`. Nothing stays here between transactions.
contract RangeRouter {
    using RangePath for bytes;
    using SafeTransfer for address;

    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    RangeFactory public immutable factory;
    address payable public immutable WETH9;

    error Expired(uint256 deadline);
    error TooLittleOut(uint256 amount, uint256 minimum);
    error OnlyUnwrapping();

    constructor(RangeFactory factory_, address payable wrapped) {
        factory = factory_;
        WETH9 = wrapped;
    }

    /// @dev Native coins come back only from unwrapping; anybody else's would be lost here.
    receive() external payable {
        if (msg.sender != WETH9) revert OnlyUnwrapping();
    }

    function multicall(uint256 deadline, bytes[] calldata data) external payable returns (bytes[] memory results) {
        if (block.timestamp > deadline) revert Expired(deadline);
        results = new bytes[](data.length);
        for (uint256 i = 0; i < data.length; i++) {
            (bool done, bytes memory answer) = address(this).delegatecall(data[i]);
            if (!done) assembly ("memory-safe") { revert(add(answer, 32), mload(answer)) }
            results[i] = answer;
        }
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256 amountOut) {
        RangePool pool = RangePath.pool(factory, params.tokenIn, params.tokenOut, params.fee);
        _pay(params.tokenIn, address(pool), params.amountIn);
        amountOut = pool.swap(params.tokenIn < params.tokenOut, _recipient(params.recipient));
        if (amountOut < params.amountOutMinimum) revert TooLittleOut(amountOut, params.amountOutMinimum);
    }

    function exactInput(ExactInputParams calldata params) external payable returns (uint256 amountOut) {
        uint256 count = params.path.hops();
        for (uint256 i = 0; i < count; i++) {
            (address tokenIn, address tokenOut, uint24 fee) = params.path.hop(i);
            RangePool pool = RangePath.pool(factory, tokenIn, tokenOut, fee);
            if (i == 0) _pay(tokenIn, address(pool), params.amountIn);
            amountOut = pool.swap(tokenIn < tokenOut, i + 1 < count ? _poolOf(params.path, i + 1) : _recipient(params.recipient));
        }
        if (amountOut < params.amountOutMinimum) revert TooLittleOut(amountOut, params.amountOutMinimum);
    }

    function unwrapWETH9(uint256 amountMinimum, address recipient) external payable {
        uint256 held = Erc20(WETH9).balanceOf(address(this));
        if (held < amountMinimum) revert TooLittleOut(held, amountMinimum);
        if (held == 0) return;
        WrappedEther(WETH9).withdraw(held);
        recipient.sendNative(held);
    }

    /// @dev Coins that came along are wrapped; otherwise the caller's allowance pays.
    function _pay(address token, address pool, uint256 amount) private {
        if (token == WETH9 && address(this).balance >= amount) {
            WrappedEther(WETH9).deposit{value: amount}();
            token.send(pool, amount);
        } else {
            token.pull(msg.sender, pool, amount);
        }
    }

    function _poolOf(bytes calldata path, uint256 index) private view returns (address) {
        (address tokenIn, address tokenOut, uint24 fee) = path.hop(index);
        return address(RangePath.pool(factory, tokenIn, tokenOut, fee));
    }

    function _recipient(address named) private view returns (address) {
        if (named == address(1)) return msg.sender;
        return named == address(2) ? address(this) : named;
    }
}
