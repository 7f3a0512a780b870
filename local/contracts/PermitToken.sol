// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Token} from "./Token.sol";

/// @title An ERC-20 whose allowances can be signed instead of sent (EIP-2612).
contract PermitToken is Token {
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMIT_TYPE =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    /// @dev Half the order of secp256k1: a signature above it is the malleable twin of a lower one.
    uint256 private constant HIGHEST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    string public constant version = "1";
    mapping(address owner => uint256) public nonces;

    error PermitExpired(uint256 deadline);
    error PermitSignerWrong(address signer, address owner);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) Token(name_, symbol_, decimals_) {}

    /// @dev Computed on every call: a chain that changes its id must not accept the old signatures.
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPE, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
        );
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        if (block.timestamp > deadline) revert PermitExpired(deadline);
        bytes32 content = keccak256(abi.encode(PERMIT_TYPE, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content));
        address signer = uint256(s) > HIGHEST_S ? address(0) : ecrecover(digest, v, r, s);
        if (signer == address(0) || signer != owner) revert PermitSignerWrong(signer, owner);
        _approve(owner, spender, value);
    }
}
