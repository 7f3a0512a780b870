// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {AccountERC7579} from "@openzeppelin/contracts/account/extensions/draft-AccountERC7579.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/draft-IERC4337.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {WebAuthn} from "@openzeppelin/contracts/utils/cryptography/WebAuthn.sol";
import {AbstractSigner} from "@openzeppelin/contracts/utils/cryptography/signers/AbstractSigner.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// @title The smart account: one owner key, a passkey beside it, and modules that the owner installs (ERC-4337, ERC-7579).
/// @dev Everything that holds money comes from OpenZeppelin Contracts, which are audited; this file puts the parts
/// together. Accounts are clones of it that nobody can upgrade.
contract LatchkeyAccount is Initializable, AccountERC7579, SignerECDSA, ERC7739, ERC721Holder, ERC1155Holder {
    /// @dev EntryPoint 0.7: user operations of sessions are made for it, and every bundler takes it.
    address private constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;
    uint256 private constant ECDSA_LENGTH = 65;

    bytes32 private _passkeyX;
    bytes32 private _passkeyY;

    error OwnerIsZero();

    event OwnerChanged(address indexed owner);
    event PasskeyChanged(bytes32 x, bytes32 y);

    /// @dev The code that clones run has no owner and can get none.
    constructor() EIP712("LatchkeyAccount", "1") SignerECDSA(address(0)) {
        _disableInitializers();
    }

    function initialize(address owner) external initializer {
        _changeOwner(owner);
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return IEntryPoint(ENTRY_POINT);
    }

    function accountId() public pure override returns (string memory) {
        return "latchkey.account.1.0.0";
    }

    /// @notice Hands the account over; only by an operation of its own.
    function changeOwner(address owner) external onlyEntryPointOrSelf {
        _changeOwner(owner);
    }

    /// @notice The passkey that signs as well as the owner does; zeros take it away.
    function changePasskey(bytes32 x, bytes32 y) external onlyEntryPointOrSelf {
        (_passkeyX, _passkeyY) = (x, y);
        emit PasskeyChanged(x, y);
    }

    function passkey() external view returns (bytes32 x, bytes32 y) {
        return (_passkeyX, _passkeyY);
    }

    /// @notice Signatures for contracts (ERC-1271) are bound to this account (ERC-7739); modules come after the owner.
    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) public view override(AccountERC7579, ERC7739) returns (bytes4) {
        bytes4 answer = ERC7739.isValidSignature(hash, signature);
        return answer == bytes4(0xffffffff) ? AccountERC7579.isValidSignature(hash, signature) : answer;
    }

    /// @dev An owner's signature has 65 bytes; one of a passkey, with what the authenticator says, has more.
    function _rawSignatureValidation(
        bytes32 hash,
        bytes calldata signature
    ) internal view override(AbstractSigner, AccountERC7579, SignerECDSA) returns (bool) {
        if (signature.length == ECDSA_LENGTH) return SignerECDSA._rawSignatureValidation(hash, signature);
        if (_passkeyX == 0 && _passkeyY == 0) return false;
        (bool isRead, WebAuthn.WebAuthnAuth calldata assertion) = WebAuthn.tryDecodeAuth(signature);
        return isRead && WebAuthn.verify(abi.encodePacked(hash), assertion, _passkeyX, _passkeyY);
    }

    function _changeOwner(address owner) private {
        if (owner == address(0)) revert OwnerIsZero();
        _setSigner(owner);
        emit OwnerChanged(owner);
    }
}
