// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Numbers and bytes as text, for metadata that is written by the chain itself.
library Text {
    bytes private constant BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function decimal(uint256 value) internal pure returns (string memory) {
        if (value == 0) return "0";
        uint256 length;
        for (uint256 rest = value; rest > 0; rest /= 10) length++;
        bytes memory out = new bytes(length);
        for (; value > 0; value /= 10) out[--length] = bytes1(uint8(48 + value % 10));
        return string(out);
    }

    function base64(bytes memory data) internal pure returns (string memory) {
        bytes memory out = new bytes(4 * ((data.length + 2) / 3));
        uint256 at;
        for (uint256 i = 0; i < data.length; i += 3) {
            bool hasSecond = i + 1 < data.length;
            bool hasThird = i + 2 < data.length;
            uint256 group = uint256(uint8(data[i])) << 16;
            if (hasSecond) group |= uint256(uint8(data[i + 1])) << 8;
            if (hasThird) group |= uint8(data[i + 2]);
            out[at++] = BASE64[group >> 18];
            out[at++] = BASE64[group >> 12 & 63];
            out[at++] = hasSecond ? BASE64[group >> 6 & 63] : bytes1("=");
            out[at++] = hasThird ? BASE64[group & 63] : bytes1("=");
        }
        return string(out);
    }

    /// @dev A data URI, so that no server is needed to see the picture.
    function jsonUri(bytes memory json) internal pure returns (string memory) {
        return string.concat("data:application/json;base64,", base64(json));
    }

    function svgUri(bytes memory svg) internal pure returns (string memory) {
        return string.concat("data:image/svg+xml;base64,", base64(svg));
    }
}
