// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ExtendedResolver} from "./UniversalResolver.sol";

/// @title Answers for a whole zone with records that a gateway keeps and signs (ENSIP-10 and ERC-3668).
/// @dev Names below the zone cost nothing on the chain. The signature binds the answer to this contract, to the
/// question and to a time, so that a gateway's answer cannot be used for another name or kept for later.
contract OffchainResolver is ExtendedResolver {
    /// @dev Half the order of secp256k1: a signature above it is the malleable twin of a lower one.
    uint256 private constant HIGHEST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    address public immutable signer;
    string public url;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error AnswerExpired(uint64 expires);
    error AnswerNotSigned(address signer);

    constructor(string memory url_, address signer_) {
        url = url_;
        signer = signer_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == type(ExtendedResolver).interfaceId;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        bytes memory question = abi.encode(name, data);
        revert OffchainLookup(address(this), urls, question, this.accept.selector, question);
    }

    /// @notice Takes `(answer, expires, signature)` from the gateway for the question that was asked.
    function accept(bytes calldata response, bytes calldata question) external view returns (bytes memory answer) {
        uint64 expires;
        bytes memory signature;
        (answer, expires, signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires);
        bytes32 digest = keccak256(
            abi.encodePacked(hex"1900", address(this), expires, keccak256(question), keccak256(answer))
        );
        address found = _recover(digest, signature);
        if (found == address(0) || found != signer) revert AnswerNotSigned(found);
    }

    function _recover(bytes32 digest, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return uint256(s) > HIGHEST_S ? address(0) : ecrecover(digest, v, r, s);
    }
}
