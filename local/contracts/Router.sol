// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Erc20} from "./Erc20.sol";
import {Pair} from "./Pair.sol";
import {PairFactory} from "./PairFactory.sol";
import {SafeTransfer} from "./SafeTransfer.sol";
import {WrappedEther} from "./WrappedEther.sol";

/// @title Quotes, swaps and liquidity over the pools of one factory, with the function names that clients know.
/// @dev Every swap pays out by what really reached each pool, so the plain functions and those "supporting
/// fee on transfer" share one path; the plain ones also return the amounts that were quoted.
contract Router {
    using SafeTransfer for address;

    PairFactory public immutable factory;
    address payable public immutable WETH;

    error Expired(uint256 deadline);
    error PathWrong();
    error PoolMissing(address tokenA, address tokenB);
    error TooLittleOut(uint256 amount, uint256 minimum);
    error NothingIn();

    modifier before(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline);
        _;
    }

    constructor(PairFactory factory_, address payable wrapped) {
        factory = factory_;
        WETH = wrapped;
    }

    /// @dev Native coins come back only from unwrapping; anybody else's would be lost here.
    receive() external payable {
        if (msg.sender != WETH) revert PathWrong();
    }

    // ---- quotes

    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        if (amountIn == 0) revert NothingIn();
        uint256 counted = amountIn * 997;
        return counted * reserveOut / (reserveIn * 1000 + counted);
    }

    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        if (path.length < 2) revert PathWrong();
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 1; i < path.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(_pool(path[i - 1], path[i]), path[i - 1]);
            amounts[i] = getAmountOut(amounts[i - 1], reserveIn, reserveOut);
        }
    }

    // ---- swaps of an exact amount in

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts) {
        amounts = getAmountsOut(amountIn, path);
        swapExactTokensForTokensSupportingFeeOnTransferTokens(amountIn, amountOutMin, path, to, deadline);
    }

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) public before(deadline) {
        path[0].pull(msg.sender, _firstPool(path), amountIn);
        _swap(path, to, amountOutMin);
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsOut(msg.value, path);
        swapExactETHForTokensSupportingFeeOnTransferTokens(amountOutMin, path, to, deadline);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) public payable before(deadline) {
        if (path[0] != WETH) revert PathWrong();
        WrappedEther(WETH).deposit{value: msg.value}();
        address(WETH).send(_firstPool(path), msg.value);
        _swap(path, to, amountOutMin);
    }

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts) {
        amounts = getAmountsOut(amountIn, path);
        swapExactTokensForETHSupportingFeeOnTransferTokens(amountIn, amountOutMin, path, to, deadline);
    }

    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) public before(deadline) {
        if (path[path.length - 1] != WETH) revert PathWrong();
        path[0].pull(msg.sender, _firstPool(path), amountIn);
        uint256 amountOut = _swap(path, address(this), amountOutMin);
        WrappedEther(WETH).withdraw(amountOut);
        to.sendNative(amountOut);
    }

    // ---- liquidity

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        address pool = _poolOrNew(tokenA, tokenB);
        (amountA, amountB) = _match(pool, tokenA, amountADesired, amountBDesired, amountAMin, amountBMin);
        tokenA.pull(msg.sender, pool, amountA);
        tokenB.pull(msg.sender, pool, amountB);
        liquidity = Pair(pool).mint(to);
    }

    function addLiquidityETH(
        address token,
        uint256 amountTokenDesired,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external payable before(deadline) returns (uint256 amountToken, uint256 amountETH, uint256 liquidity) {
        address pool = _poolOrNew(token, WETH);
        (amountToken, amountETH) = _match(pool, token, amountTokenDesired, msg.value, amountTokenMin, amountETHMin);
        token.pull(msg.sender, pool, amountToken);
        WrappedEther(WETH).deposit{value: amountETH}();
        address(WETH).send(pool, amountETH);
        liquidity = Pair(pool).mint(to);
        if (msg.value > amountETH) msg.sender.sendNative(msg.value - amountETH);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) public before(deadline) returns (uint256 amountA, uint256 amountB) {
        address pool = _pool(tokenA, tokenB);
        pool.pull(msg.sender, pool, liquidity);
        (uint256 amount0, uint256 amount1) = Pair(pool).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        if (amountA < amountAMin) revert TooLittleOut(amountA, amountAMin);
        if (amountB < amountBMin) revert TooLittleOut(amountB, amountBMin);
    }

    function removeLiquidityETH(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountToken, uint256 amountETH) {
        (, amountETH) = removeLiquidity(token, WETH, liquidity, amountTokenMin, amountETHMin, address(this), deadline);
        // The whole balance: nothing of a token stays here between transactions, and a toll may have been taken.
        amountToken = Erc20(token).balanceOf(address(this));
        token.send(to, amountToken);
        WrappedEther(WETH).withdraw(amountETH);
        to.sendNative(amountETH);
    }

    // ---- inside

    function _swap(address[] calldata path, address to, uint256 minimum) private returns (uint256 received) {
        address last = path[path.length - 1];
        uint256 balance = Erc20(last).balanceOf(to);
        for (uint256 i = 1; i < path.length; i++) {
            (address tokenIn, address tokenOut) = (path[i - 1], path[i]);
            address pool = _pool(tokenIn, tokenOut);
            address next = i + 1 < path.length ? _pool(tokenOut, path[i + 1]) : to;
            uint256 amountOut = _amountOut(pool, tokenIn);
            (uint256 out0, uint256 out1) = tokenIn < tokenOut ? (uint256(0), amountOut) : (amountOut, uint256(0));
            Pair(pool).swap(out0, out1, next);
        }
        received = Erc20(last).balanceOf(to) - balance;
        if (received < minimum) revert TooLittleOut(received, minimum);
    }

    /// @dev What has reached the pool beyond its reserve is what came in.
    function _amountOut(address pool, address tokenIn) private view returns (uint256) {
        (uint256 reserveIn, uint256 reserveOut) = _reserves(pool, tokenIn);
        return getAmountOut(Erc20(tokenIn).balanceOf(pool) - reserveIn, reserveIn, reserveOut);
    }

    /// @dev The larger of the two deposits that keeps the pool's price.
    function _match(address pool, address tokenA, uint256 wantA, uint256 wantB, uint256 minA, uint256 minB)
        private
        view
        returns (uint256 amountA, uint256 amountB)
    {
        (uint256 reserveA, uint256 reserveB) = _reserves(pool, tokenA);
        (amountA, amountB) = (wantA, wantB);
        if (reserveA > 0 || reserveB > 0) {
            uint256 needB = wantA * reserveB / reserveA;
            if (needB <= wantB) amountB = needB;
            else amountA = wantB * reserveA / reserveB;
        }
        if (amountA < minA) revert TooLittleOut(amountA, minA);
        if (amountB < minB) revert TooLittleOut(amountB, minB);
    }

    function _reserves(address pool, address tokenIn) private view returns (uint256 reserveIn, uint256 reserveOut) {
        (uint256 reserve0, uint256 reserve1,) = Pair(pool).getReserves();
        return tokenIn == Pair(pool).token0() ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function _firstPool(address[] calldata path) private view returns (address) {
        if (path.length < 2) revert PathWrong();
        return _pool(path[0], path[1]);
    }

    function _pool(address tokenA, address tokenB) private view returns (address pool) {
        pool = factory.getPair(tokenA, tokenB);
        if (pool == address(0)) revert PoolMissing(tokenA, tokenB);
    }

    function _poolOrNew(address tokenA, address tokenB) private returns (address pool) {
        pool = factory.getPair(tokenA, tokenB);
        if (pool == address(0)) pool = factory.createPair(tokenA, tokenB);
    }
}
