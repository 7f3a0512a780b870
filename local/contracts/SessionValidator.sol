// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC7579Execution, IERC7579Validator, Execution, MODULE_TYPE_VALIDATOR, VALIDATION_FAILED} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/draft-IERC4337.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title Smart sessions: an app's key and a gateway's key, together and for a time, instead of the owner's.
/// @notice The gateway signs only what was permitted; without the app's key it can do nothing, and the other way round.
/// @dev What an operation does is judged by the gateway. Here is what must hold whoever judges: both keys, the time, plain
/// calls, and none to the account itself, which could install modules or change the owner, nor to this module, which
/// could open a session that lasts longer or has other keys.
contract SessionValidator is IERC7579Validator {
    struct Session {
        address app;
        address gateway;
        uint48 validUntil;
    }

    /// @dev By number, then by account: what an account stores elsewhere has to be keyed by it last (ERC-7562).
    mapping(uint32 number => mapping(address account => Session)) private _sessions;
    mapping(address account => bool) private _isInstalled;

    event SessionOpened(address indexed account, uint32 indexed number, address app, address gateway, uint48 validUntil);
    event SessionClosed(address indexed account, uint32 indexed number);

    error NotInstalled();
    error KeyIsZero();
    error NeverEnds();
    error NumberInUse(uint32 number);

    function isModuleType(uint256 moduleTypeId) external pure returns (bool) {
        return moduleTypeId == MODULE_TYPE_VALIDATOR;
    }

    /// @dev With data, the first session is opened in the same operation.
    function onInstall(bytes calldata data) external {
        _isInstalled[msg.sender] = true;
        if (data.length == 0) return;
        (uint32 number, address app, address gateway, uint48 validUntil) = abi.decode(
            data,
            (uint32, address, address, uint48)
        );
        open(number, app, gateway, validUntil);
    }

    /// @dev What was open stays written, and counts again if the module is installed again; close it to forget it.
    function onUninstall(bytes calldata) external {
        _isInstalled[msg.sender] = false;
    }

    function open(uint32 number, address app, address gateway, uint48 validUntil) public {
        if (!_isInstalled[msg.sender]) revert NotInstalled();
        if (app == address(0) || gateway == address(0)) revert KeyIsZero();
        // To the EntryPoint zero means "for ever".
        if (validUntil == 0) revert NeverEnds();
        if (_sessions[number][msg.sender].app != address(0)) revert NumberInUse(number);
        _sessions[number][msg.sender] = Session(app, gateway, validUntil);
        emit SessionOpened(msg.sender, number, app, gateway, validUntil);
    }

    function close(uint32 number) external {
        delete _sessions[number][msg.sender];
        emit SessionClosed(msg.sender, number);
    }

    function sessionOf(address account, uint32 number) external view returns (Session memory) {
        return _sessions[number][account];
    }

    /// @dev The nonce names this module (20 bytes), then the session (4 bytes).
    function validateUserOp(PackedUserOperation calldata operation, bytes32 hash) external view returns (uint256) {
        Session memory session = _sessions[uint32(operation.nonce >> 64)][msg.sender];
        if (session.app == address(0) || operation.sender != msg.sender) return VALIDATION_FAILED;
        bytes[] memory halves = abi.decode(operation.signature, (bytes[]));
        if (halves.length != 2) return VALIDATION_FAILED;
        bytes32 message = MessageHashUtils.toEthSignedMessageHash(hash);
        bool isByBoth = _isBy(session.gateway, message, halves[0]) &&
            (_isBy(session.app, message, halves[1]) || _isBy(session.app, hash, halves[1]));
        if (!isByBoth || !_isPlain(operation.callData)) return VALIDATION_FAILED;
        // How the EntryPoint reads a time limit: 6 bytes above the address of an aggregator, which there is none of.
        return uint256(session.validUntil) << 160;
    }

    /// @notice Sessions sign no messages.
    function isValidSignatureWithSender(address, bytes32, bytes calldata) external pure returns (bytes4) {
        return 0xffffffff;
    }

    function _isBy(address key, bytes32 hash, bytes memory signature) private pure returns (bool) {
        (address found, ECDSA.RecoverError error, ) = ECDSA.tryRecover(hash, signature);
        return error == ECDSA.RecoverError.NoError && found == key;
    }

    /// @dev `execute` with one call or a batch; never a delegate call, never a call to the account or to this module.
    function _isPlain(bytes calldata callData) private view returns (bool) {
        if (callData.length < 4 || bytes4(callData) != IERC7579Execution.execute.selector) return false;
        (bytes32 mode, bytes memory execution) = abi.decode(callData[4:], (bytes32, bytes));
        if (mode[0] == 0x00) {
            if (execution.length < 52) return false;
            return !_isGuarded(address(bytes20(_word(execution))));
        }
        if (mode[0] != 0x01) return false;
        Execution[] memory calls = abi.decode(execution, (Execution[]));
        for (uint256 i = 0; i < calls.length; ++i) if (_isGuarded(calls[i].target)) return false;
        return true;
    }

    /// @dev An account takes the zero address for its own.
    function _isGuarded(address target) private view returns (bool) {
        return target == msg.sender || target == address(0) || target == address(this);
    }

    function _word(bytes memory data) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(data, 32))
        }
    }
}
