// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {SigningAccount} from "./SigningAccount.sol";

/// @title Deploys an owner's account where it can be known before (ERC-6492 needs no more).
contract SigningAccountFactory {
    function create(address owner) external returns (address account) {
        account = addressOf(owner);
        if (account.code.length == 0) new SigningAccount{salt: bytes32(0)}(owner);
    }

    function addressOf(address owner) public view returns (address) {
        bytes memory code = abi.encodePacked(type(SigningAccount).creationCode, abi.encode(owner));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), keccak256(code)));
        return address(uint160(uint256(hash)));
    }
}
