// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title Prices as powers of 1.0001. A square root of a price has 96 bits behind its point, as the usual interface wants.
library RangeMath {
    /// @dev The square root of 1.0001 with 128 bits behind its point, cut.
    uint256 private constant STEP = 340299380613952818054172298683778356828;
    uint256 private constant Q128 = 1 << 128;

    int24 internal constant LOWEST_TICK = -887272;
    int24 internal constant HIGHEST_TICK = 887272;

    error TickOutOfRange(int24 tick);

    /// @dev By squaring and multiplying; a falling price is the inverse of the rising one.
    function sqrtPriceAt(int24 tick) internal pure returns (uint160) {
        if (tick < LOWEST_TICK || tick > HIGHEST_TICK) revert TickOutOfRange(tick);
        uint256 left = tick < 0 ? uint256(-int256(tick)) : uint256(int256(tick));
        uint256 power = STEP;
        uint256 root = Q128;
        for (; left > 0; left >>= 1) {
            if (left & 1 == 1) root = Math.mulDiv(root, power, Q128);
            if (left > 1) power = Math.mulDiv(power, power, Q128);
        }
        if (tick < 0) root = type(uint256).max / root;
        return uint160(root >> 32);
    }

    /// @dev The highest tick whose price is not above, between the two that are given.
    function tickAt(uint160 sqrtPrice, int24 low, int24 high) internal pure returns (int24) {
        while (low < high) {
            int24 middle = low + (high - low + 1) / 2;
            if (sqrtPriceAt(middle) <= sqrtPrice) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    /// @dev What lies between two prices: `amount0` above the price, `amount1` below it.
    function amount0(uint160 low, uint160 high, uint256 liquidity, bool up) internal pure returns (uint256) {
        Math.Rounding rounding = up ? Math.Rounding.Ceil : Math.Rounding.Floor;
        uint256 product = Math.mulDiv(liquidity << 96, high - low, high, rounding);
        return up ? Math.ceilDiv(product, low) : product / low;
    }

    function amount1(uint160 low, uint160 high, uint256 liquidity, bool up) internal pure returns (uint256) {
        return Math.mulDiv(liquidity, high - low, 1 << 96, up ? Math.Rounding.Ceil : Math.Rounding.Floor);
    }
}
