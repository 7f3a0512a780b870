// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";
import {HexText} from "./HexText.sol";

/// @title Lets every address say its own name. Owns `addr.reverse` and every node below it.
contract ReverseRegistrar {
    NameRegistry public immutable registry;
    NameResolver public immutable defaultResolver;
    /// @dev namehash('addr.reverse')
    bytes32 private constant ADDR_REVERSE = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;

    event ReverseClaimed(address indexed addr, bytes32 indexed node);

    constructor(NameResolver resolver) {
        registry = resolver.registry();
        defaultResolver = resolver;
    }

    function node(address account) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(ADDR_REVERSE, keccak256(HexText.lower(abi.encodePacked(account)))));
    }

    function setName(string calldata name) external returns (bytes32 reverseNode) {
        reverseNode = node(msg.sender);
        bytes32 label = keccak256(HexText.lower(abi.encodePacked(msg.sender)));
        registry.setSubnodeRecord(ADDR_REVERSE, label, address(this), address(defaultResolver), 0);
        defaultResolver.setName(reverseNode, name);
        emit ReverseClaimed(msg.sender, reverseNode);
    }
}
