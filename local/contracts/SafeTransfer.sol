// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Moves tokens that answer true, that answer nothing, and none that answer false or revert.
library SafeTransfer {
    error TokenTransferFailed(address token);
    error NativeTransferFailed(address to);

    function send(address token, address to, uint256 value) internal {
        _call(token, abi.encodeWithSignature("transfer(address,uint256)", to, value));
    }

    function pull(address token, address from, address to, uint256 value) internal {
        _call(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, value));
    }

    function sendNative(address to, uint256 value) internal {
        (bool sent,) = to.call{value: value}("");
        if (!sent) revert NativeTransferFailed(to);
    }

    function _call(address token, bytes memory data) private {
        (bool called, bytes memory answer) = token.call(data);
        // The token's own reason helps more than ours.
        if (!called && answer.length > 0) assembly ("memory-safe") { revert(add(answer, 32), mload(answer)) }
        bool agreed = answer.length == 0 ? token.code.length > 0 : abi.decode(answer, (bool));
        if (!called || !agreed) revert TokenTransferFailed(token);
    }
}
