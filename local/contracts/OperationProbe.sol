// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IAccount, IPaymaster, PackedUserOperation} from "@openzeppelin/contracts/interfaces/draft-IERC4337.sol";

interface ISenderCreator {
    function createSender(bytes calldata initCode) external returns (address);
}

interface IAccountExecute {
    function executeUserOp(PackedUserOperation calldata operation, bytes32 hash) external;
}

/// @title Tries an operation step by step and tells what each step takes. It is never deployed: a bundler puts it in the
/// place of an EntryPoint for the length of one call.
/// @dev Everything that it does not know itself runs the code of the real EntryPoint, which the bundler puts at `REAL`, on
/// the storage of the real one: accounts and paymasters that ask the EntryPoint get its answers.
contract OperationProbe {
    address private constant REAL = address(0x4c61746368);

    struct Limits {
        uint256 verification;
        uint256 call;
        uint256 paymasterVerification;
        uint256 paymasterPostOp;
    }

    /// @dev Gas of each step, and what the account and the paymaster said of their signatures.
    struct Found {
        uint256 creation;
        uint256 validation;
        uint256 paymasterValidation;
        uint256 call;
        uint256 postOp;
        uint256 accountData;
        uint256 paymasterData;
        bool isDone;
        bytes returned;
    }

    error StepFailed(uint8 step, bytes reason);

    function probe(
        PackedUserOperation calldata operation,
        bytes32 hash,
        address creator,
        uint256 missingFunds,
        uint256 cost,
        Limits calldata limits
    ) external returns (Found memory found) {
        if (operation.initCode.length > 0 && operation.sender.code.length == 0)
            found.creation = _create(operation, creator, limits.verification);
        (found.validation, found.accountData) = _validate(
            operation,
            hash,
            missingFunds,
            limits.verification - found.creation
        );
        bytes memory context;
        bool isSponsored = operation.paymasterAndData.length > 0;
        if (isSponsored) (found.paymasterValidation, found.paymasterData, context) = _sponsor(operation, hash, cost, limits);
        uint256 before = gasleft();
        (found.isDone, found.returned) = operation.sender.call{gas: limits.call}(_callOf(operation, hash));
        found.call = before - gasleft();
        if (isSponsored && context.length > 0) found.postOp = _settle(operation, context, cost, limits, found.isDone);
    }

    function _create(PackedUserOperation calldata operation, address creator, uint256 limit) private returns (uint256) {
        uint256 before = gasleft();
        try ISenderCreator(creator).createSender{gas: limit}(operation.initCode) returns (address sender) {
            if (sender == address(0)) revert StepFailed(13, "");
            if (sender != operation.sender) revert StepFailed(14, "");
            if (sender.code.length == 0) revert StepFailed(15, "");
        } catch (bytes memory reason) {
            revert StepFailed(13, reason);
        }
        return before - gasleft();
    }

    function _validate(
        PackedUserOperation calldata operation,
        bytes32 hash,
        uint256 missingFunds,
        uint256 limit
    ) private returns (uint256 used, uint256 data) {
        if (operation.sender.code.length == 0) revert StepFailed(20, "");
        uint256 before = gasleft();
        try IAccount(operation.sender).validateUserOp{gas: limit}(operation, hash, missingFunds) returns (uint256 said) {
            return (before - gasleft(), said);
        } catch (bytes memory reason) {
            revert StepFailed(23, reason);
        }
    }

    function _sponsor(
        PackedUserOperation calldata operation,
        bytes32 hash,
        uint256 cost,
        Limits calldata limits
    ) private returns (uint256 used, uint256 data, bytes memory context) {
        address paymaster = address(bytes20(operation.paymasterAndData));
        if (paymaster.code.length == 0) revert StepFailed(30, "");
        uint256 before = gasleft();
        try
            IPaymaster(paymaster).validatePaymasterUserOp{gas: limits.paymasterVerification}(operation, hash, cost)
        returns (bytes memory kept, uint256 said) {
            return (before - gasleft(), said, kept);
        } catch (bytes memory reason) {
            revert StepFailed(33, reason);
        }
    }

    function _settle(
        PackedUserOperation calldata operation,
        bytes memory context,
        uint256 cost,
        Limits calldata limits,
        bool isDone
    ) private returns (uint256) {
        IPaymaster.PostOpMode mode = isDone ? IPaymaster.PostOpMode.opSucceeded : IPaymaster.PostOpMode.opReverted;
        uint256 before = gasleft();
        try
            IPaymaster(address(bytes20(operation.paymasterAndData))).postOp{gas: limits.paymasterPostOp}(
                mode,
                context,
                cost,
                tx.gasprice
            )
        {} catch (bytes memory reason) {
            revert StepFailed(50, reason);
        }
        return before - gasleft();
    }

    function _callOf(PackedUserOperation calldata operation, bytes32 hash) private pure returns (bytes memory) {
        bool isWhole = operation.callData.length >= 4 &&
            bytes4(operation.callData) == IAccountExecute.executeUserOp.selector;
        return isWhole ? abi.encodeCall(IAccountExecute.executeUserOp, (operation, hash)) : operation.callData;
    }

    /// @dev The prefund of an account becomes its deposit, which costs gas too.
    receive() external payable {
        _askReal();
    }

    fallback() external payable {
        _askReal();
    }

    function _askReal() private {
        address real = REAL;
        assembly ("memory-safe") {
            let at := mload(0x40)
            calldatacopy(at, 0, calldatasize())
            let isDone := delegatecall(gas(), real, at, calldatasize(), 0, 0)
            returndatacopy(at, 0, returndatasize())
            switch isDone
            case 0 {
                revert(at, returndatasize())
            }
            default {
                return(at, returndatasize())
            }
        }
    }
}
