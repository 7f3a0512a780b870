// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Bytes as lower-case hexadecimal text without a prefix, as reverse names are spelt.
library HexText {
    function lower(bytes memory data) internal pure returns (bytes memory out) {
        bytes16 digits = "0123456789abcdef";
        out = new bytes(data.length * 2);
        for (uint256 i = 0; i < data.length; i++) {
            out[2 * i] = digits[uint8(data[i]) >> 4];
            out[2 * i + 1] = digits[uint8(data[i]) & 15];
        }
    }
}
