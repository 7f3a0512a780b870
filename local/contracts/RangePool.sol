// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Erc20} from "./Erc20.sol";
import {RangeMath} from "./RangeMath.sol";
import {SafeTransfer} from "./SafeTransfer.sol";

/// @title A pool whose liquidity stands in one range of prices, read through the usual interface of concentrated pools.
/// @dev Fees stay in the pool and are nobody's. Whoever calls `swap` sends first and calls second: use the router.
contract RangePool {
    using SafeTransfer for address;

    struct Observation {
        uint32 time;
        int56 tickCumulative;
        uint160 secondsPerLiquidity;
    }

    address public immutable token0;
    address public immutable token1;
    /// @dev In millionths of what comes in.
    uint24 public immutable fee;
    int24 public immutable lowest;
    int24 public immutable highest;

    uint128 public liquidity;
    mapping(address provider => uint128) public provided;
    uint160 private _sqrtPrice;
    int24 private _tick;
    uint256 private _reserve0;
    uint256 private _reserve1;
    Observation[] private _observations;
    bool private _entered;

    event Provided(address indexed provider, uint128 liquidity, uint256 amount0, uint256 amount1);
    event Withdrawn(address indexed provider, uint128 liquidity, uint256 amount0, uint256 amount1);
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    error Reentered();
    error PriceOutOfRange();
    error NothingIn();
    error NothingOut();
    error NotProvided(uint128 liquidity);
    error TooOld(uint32 secondsAgo);

    modifier once() {
        if (_entered) revert Reentered();
        _entered = true;
        _;
        _entered = false;
    }

    constructor(address first, address second, uint24 fee_, int24 lowest_, int24 tick, int24 highest_) {
        if (lowest_ >= tick || tick >= highest_) revert PriceOutOfRange();
        (token0, token1, fee) = (first, second, fee_);
        (lowest, highest, _tick) = (lowest_, highest_, tick);
        _sqrtPrice = RangeMath.sqrtPriceAt(tick);
        _observations.push(Observation(uint32(block.timestamp), 0, 0));
    }

    // ---- what clients of the usual interface read

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        uint16 count = uint16(Math.min(_observations.length, type(uint16).max));
        return (_sqrtPrice, _tick, count - 1, count, count, 0, !_entered);
    }

    function observe(uint32[] calldata secondsAgos)
        external
        view
        returns (int56[] memory tickCumulatives, uint160[] memory secondsPerLiquidityCumulativeX128s)
    {
        tickCumulatives = new int56[](secondsAgos.length);
        secondsPerLiquidityCumulativeX128s = new uint160[](secondsAgos.length);
        for (uint256 i = 0; i < secondsAgos.length; i++) {
            Observation memory seen = _observed(secondsAgos[i]);
            tickCumulatives[i] = seen.tickCumulative;
            secondsPerLiquidityCumulativeX128s[i] = seen.secondsPerLiquidity;
        }
    }

    /// @dev What a swap would give, and the price behind it.
    function quote(bool zeroForOne, uint256 amountIn) public view returns (uint256 amountOut, uint160 next) {
        if (amountIn == 0) revert NothingIn();
        if (liquidity == 0) revert PriceOutOfRange();
        uint256 counted = Math.mulDiv(amountIn, 1_000_000 - fee, 1_000_000);
        (uint160 price, uint256 depth) = (_sqrtPrice, uint256(liquidity));
        uint256 moved;
        if (zeroForOne) {
            // The price falls to L / (L / price + amount), rounded up: the pool's side.
            moved = Math.mulDiv(
                depth << 96, price, (depth << 96) + counted * price, Math.Rounding.Ceil
            );
            if (moved < RangeMath.sqrtPriceAt(lowest)) revert PriceOutOfRange();
            next = uint160(moved);
            amountOut = RangeMath.amount1(next, price, depth, false);
        } else {
            moved = price + Math.mulDiv(counted, 1 << 96, depth);
            if (moved > RangeMath.sqrtPriceAt(highest)) revert PriceOutOfRange();
            next = uint160(moved);
            amountOut = RangeMath.amount0(price, next, depth, false);
        }
    }

    // ---- what changes the pool

    function provide(uint128 amount) external once returns (uint256 amount0, uint256 amount1) {
        _observe();
        (amount0, amount1) = _worth(amount, true);
        liquidity += amount;
        provided[msg.sender] += amount;
        token0.pull(msg.sender, address(this), amount0);
        token1.pull(msg.sender, address(this), amount1);
        _sync();
        emit Provided(msg.sender, amount, amount0, amount1);
    }

    function withdraw(uint128 amount) external once returns (uint256 amount0, uint256 amount1) {
        if (provided[msg.sender] < amount) revert NotProvided(provided[msg.sender]);
        _observe();
        (amount0, amount1) = _worth(amount, false);
        liquidity -= amount;
        provided[msg.sender] -= amount;
        token0.send(msg.sender, amount0);
        token1.send(msg.sender, amount1);
        _sync();
        emit Withdrawn(msg.sender, amount, amount0, amount1);
    }

    function swap(bool zeroForOne, address to) external once returns (uint256 amountOut) {
        _observe();
        (address tokenIn, address tokenOut) = zeroForOne ? (token0, token1) : (token1, token0);
        uint256 amountIn = Erc20(tokenIn).balanceOf(address(this)) - (zeroForOne ? _reserve0 : _reserve1);
        (amountOut, _sqrtPrice) = quote(zeroForOne, amountIn);
        if (amountOut == 0) revert NothingOut();
        _tick = RangeMath.tickAt(_sqrtPrice, lowest, highest);
        tokenOut.send(to, amountOut);
        _sync();
        (int256 paid, int256 got) = (int256(amountIn), -int256(amountOut));
        (int256 amount0, int256 amount1) = zeroForOne ? (paid, got) : (got, paid);
        emit Swap(msg.sender, to, amount0, amount1, _sqrtPrice, liquidity, _tick);
    }

    // ---- inside

    function _worth(uint128 amount, bool up) private view returns (uint256 amount0, uint256 amount1) {
        amount0 = RangeMath.amount0(_sqrtPrice, RangeMath.sqrtPriceAt(highest), amount, up);
        amount1 = RangeMath.amount1(RangeMath.sqrtPriceAt(lowest), _sqrtPrice, amount, up);
    }

    function _sync() private {
        _reserve0 = Erc20(token0).balanceOf(address(this));
        _reserve1 = Erc20(token1).balanceOf(address(this));
    }

    /// @dev Before anything changes: the tick and the liquidity stood since the last time. Twice in one second too, so
    /// that a swap costs what was estimated for it.
    function _observe() private {
        _observations.push(_observed(0));
    }

    function _observed(uint32 secondsAgo) private view returns (Observation memory) {
        uint32 time = uint32(block.timestamp) - secondsAgo;
        Observation memory last = _observations[_observations.length - 1];
        if (time >= last.time) return _later(last, time, _tick, Math.max(liquidity, 1));
        (uint256 low, uint256 high) = (0, _observations.length - 1);
        if (time < _observations[0].time) revert TooOld(secondsAgo);
        while (low + 1 < high) {
            uint256 middle = (low + high) / 2;
            if (_observations[middle].time <= time) low = middle;
            else high = middle;
        }
        (Observation memory first, Observation memory next) = (_observations[low], _observations[high]);
        (uint32 part, uint32 whole) = (time - first.time, next.time - first.time);
        first.tickCumulative +=
            int56((int256(next.tickCumulative - first.tickCumulative) * int256(uint256(part))) / int256(uint256(whole)));
        first.secondsPerLiquidity +=
            uint160((uint256(next.secondsPerLiquidity - first.secondsPerLiquidity) * part) / whole);
        first.time = time;
        return first;
    }

    function _later(Observation memory from, uint32 time, int24 tick, uint256 depth)
        private
        pure
        returns (Observation memory)
    {
        uint256 passed = time - from.time;
        return Observation(
            time,
            from.tickCumulative + int56(int256(tick) * int256(passed)),
            from.secondsPerLiquidity + uint160((passed << 128) / depth)
        );
    }
}
