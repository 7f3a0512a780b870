// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Who owns a name and who answers for it: the registry interface of EIP-137.
contract NameRegistry {
    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    mapping(bytes32 node => Record) private _records;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotOwner(bytes32 node, address caller);

    modifier onlyOwner(bytes32 node) {
        address holder = _records[node].owner;
        if (holder != msg.sender && !isApprovedForAll[holder][msg.sender]) revert NotOwner(node, msg.sender);
        _;
    }

    constructor() {
        _records[0].owner = msg.sender;
    }

    function owner(bytes32 node) external view returns (address) {
        return _records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return _records[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return _records[node].ttl;
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return _records[node].owner != address(0);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function setOwner(bytes32 node, address owner_) external onlyOwner(node) {
        _records[node].owner = owner_;
        emit Transfer(node, owner_);
    }

    function setResolver(bytes32 node, address resolver_) external onlyOwner(node) {
        _records[node].resolver = resolver_;
        emit NewResolver(node, resolver_);
    }

    function setTTL(bytes32 node, uint64 ttl_) external onlyOwner(node) {
        _records[node].ttl = ttl_;
        emit NewTTL(node, ttl_);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address owner_)
        public
        onlyOwner(node)
        returns (bytes32 subnode)
    {
        subnode = keccak256(abi.encodePacked(node, label));
        _records[subnode].owner = owner_;
        emit NewOwner(node, label, owner_);
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address owner_, address resolver_, uint64 ttl_) external {
        bytes32 subnode = setSubnodeOwner(node, label, owner_);
        _records[subnode].resolver = resolver_;
        _records[subnode].ttl = ttl_;
        emit NewResolver(subnode, resolver_);
        emit NewTTL(subnode, ttl_);
    }
}
