// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {LatchkeyAccount} from "./LatchkeyAccount.sol";

/// @title Deploys an owner's account where it can be known before: the owner and a number decide, nothing else does.
contract LatchkeyAccountFactory {
    address public immutable implementation;

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /// @notice The account; deployed if it was not yet, so that being second is no failure.
    function createAccount(address owner, uint256 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length > 0) return account;
        Clones.cloneDeterministic(implementation, _key(owner, salt));
        LatchkeyAccount(payable(account)).initialize(owner);
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(implementation, _key(owner, salt));
    }

    function _key(address owner, uint256 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(owner, salt));
    }
}
