// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {RangeFactory} from "./RangeFactory.sol";
import {RangePool} from "./RangePool.sol";

/// @title Reads the packed paths of concentrated exchanges: token, fee, token, fee, token.
library RangePath {
    uint256 private constant HOP = 23;

    error PathWrong();
    error PoolMissing(address tokenIn, address tokenOut, uint24 fee);

    function hops(bytes calldata path) internal pure returns (uint256 count) {
        if (path.length < 20 + HOP || (path.length - 20) % HOP != 0) revert PathWrong();
        count = (path.length - 20) / HOP;
    }

    function hop(bytes calldata path, uint256 index)
        internal
        pure
        returns (address tokenIn, address tokenOut, uint24 fee)
    {
        uint256 at = index * HOP;
        tokenIn = address(bytes20(path[at:at + 20]));
        fee = uint24(bytes3(path[at + 20:at + HOP]));
        tokenOut = address(bytes20(path[at + HOP:at + HOP + 20]));
    }

    function pool(RangeFactory factory, address tokenIn, address tokenOut, uint24 fee)
        internal
        view
        returns (RangePool)
    {
        address found = factory.getPool(tokenIn, tokenOut, fee);
        if (found == address(0)) revert PoolMissing(tokenIn, tokenOut, fee);
        return RangePool(found);
    }
}
