// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title An account that is a contract and signs with the key of its owner (ERC-1271).
/// @dev The owner signs for this very account: a signature for one of its accounts is worth nothing for another.
contract SigningAccount {
    bytes4 private constant YES = 0x1626ba7e;
    bytes4 private constant NO = 0xffffffff;
    /// @dev Half the order of secp256k1: a signature above it is the malleable twin of a lower one.
    uint256 private constant HIGHEST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return NO;
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        if (uint256(s) > HIGHEST_S) return NO;
        address found = ecrecover(signedHash(hash), uint8(signature[64]), r, s);
        return found != address(0) && found == owner ? YES : NO;
    }

    /// @notice What the owner signs for a hash that the account is asked about.
    function signedHash(bytes32 hash) public view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1900", address(this), hash));
    }
}
