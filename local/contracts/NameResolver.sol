// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {NameRegistry} from "./NameRegistry.sol";

/// @title What names point at: addresses per coin, texts, and the name of an address (ENSIP-1, 3, 5, 9).
contract NameResolver {
    uint256 private constant ETHER = 60;

    NameRegistry public immutable registry;
    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private _addresses;
    mapping(bytes32 node => mapping(string key => string)) public text;
    mapping(bytes32 node => string) public name;

    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event NameChanged(bytes32 indexed node, string name);

    error NotOwner(bytes32 node, address caller);

    modifier onlyOwner(bytes32 node) {
        address owner = registry.owner(node);
        if (owner != msg.sender && !registry.isApprovedForAll(owner, msg.sender)) revert NotOwner(node, msg.sender);
        _;
    }

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, addr, addr by coin, text, name.
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x59d1d43c || id == 0x691f3431;
    }

    function addr(bytes32 node) external view returns (address payable) {
        return payable(address(bytes20(_addresses[node][ETHER])));
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return _addresses[node][coinType];
    }

    function setAddr(bytes32 node, address to) external {
        setAddr(node, ETHER, abi.encodePacked(to));
    }

    function setAddr(bytes32 node, uint256 coinType, bytes memory to) public onlyOwner(node) {
        _addresses[node][coinType] = to;
        emit AddressChanged(node, coinType, to);
        if (coinType == ETHER) emit AddrChanged(node, address(bytes20(to)));
    }

    function setText(bytes32 node, string calldata key, string calldata value) external onlyOwner(node) {
        text[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setName(bytes32 node, string calldata name_) external onlyOwner(node) {
        name[node] = name_;
        emit NameChanged(node, name_);
    }
}
