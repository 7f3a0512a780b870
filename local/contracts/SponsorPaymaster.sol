// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IEntryPointStake, IPaymaster, PackedUserOperation} from "@openzeppelin/contracts/interfaces/draft-IERC4337.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title Pays for operations that its signer has promised to pay for, until a given time.
/// @dev `paymasterData` is the end of the promise and its beginning (6 bytes each), then 65 bytes of signature.
contract SponsorPaymaster is IPaymaster {
    uint256 private constant DATA_OFFSET = 52;
    uint256 private constant SIGNATURE_OFFSET = 64;

    address public immutable entryPoint;
    address public immutable owner;
    address public signer;

    error NotEntryPoint();
    error NotOwner();

    event SignerChanged(address signer);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(address entryPoint_, address owner_, address signer_) {
        (entryPoint, owner, signer) = (entryPoint_, owner_, signer_);
    }

    function changeSigner(address signer_) external onlyOwner {
        signer = signer_;
        emit SignerChanged(signer_);
    }

    /// @notice Adds to what operations are paid from.
    function deposit() external payable {
        IEntryPointStake(entryPoint).depositTo{value: msg.value}(address(this));
    }

    function withdraw(address payable to, uint256 amount) external onlyOwner {
        IEntryPointStake(entryPoint).withdrawTo(to, amount);
    }

    /// @notice Bundlers that keep to ERC-7562 ask for a stake of paymasters that read storage of their own.
    function addStake(uint32 unstakeDelay) external payable onlyOwner {
        IEntryPointStake(entryPoint).addStake{value: msg.value}(unstakeDelay);
    }

    function unlockStake() external onlyOwner {
        IEntryPointStake(entryPoint).unlockStake();
    }

    function withdrawStake(address payable to) external onlyOwner {
        IEntryPointStake(entryPoint).withdrawStake(to);
    }

    function validatePaymasterUserOp(
        PackedUserOperation calldata operation,
        bytes32,
        uint256
    ) external view returns (bytes memory context, uint256 validationData) {
        if (msg.sender != entryPoint) revert NotEntryPoint();
        bytes calldata data = operation.paymasterAndData;
        if (data.length != SIGNATURE_OFFSET + 65) return ("", 1);
        uint48 validUntil = uint48(bytes6(data[DATA_OFFSET:DATA_OFFSET + 6]));
        uint48 validAfter = uint48(bytes6(data[DATA_OFFSET + 6:SIGNATURE_OFFSET]));
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(promiseHash(operation, validUntil, validAfter));
        (address found, ECDSA.RecoverError error, ) = ECDSA.tryRecover(hash, data[SIGNATURE_OFFSET:]);
        bool isSigned = error == ECDSA.RecoverError.NoError && found == signer;
        return ("", (uint256(validAfter) << 208) | (uint256(validUntil) << 160) | (isSigned ? 0 : 1));
    }

    /// @dev Never called: there is no context to settle.
    function postOp(PostOpMode, bytes calldata, uint256, uint256) external view {
        if (msg.sender != entryPoint) revert NotEntryPoint();
    }

    /// @notice What the signer signs: all of the operation but its signature, which comes last, on this chain, by this contract.
    function promiseHash(
        PackedUserOperation calldata operation,
        uint48 validUntil,
        uint48 validAfter
    ) public view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    operation.sender,
                    operation.nonce,
                    keccak256(operation.initCode),
                    keccak256(operation.callData),
                    operation.accountGasLimits,
                    operation.preVerificationGas,
                    operation.gasFees,
                    uint256(bytes32(operation.paymasterAndData[20:DATA_OFFSET])),
                    block.chainid,
                    address(this),
                    validUntil,
                    validAfter
                )
            );
    }
}
