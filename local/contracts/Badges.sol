// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Text} from "./Text.sol";

interface Erc1155Receiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata data)
        external
        returns (bytes4);
    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4);
}

/// @title Badges: an ERC-1155 collection, several of each kind, with pictures drawn on the chain.
contract Badges {
    string public constant name = "Local Badges";
    string public constant symbol = "BADGE";
    address public immutable minter = msg.sender;

    mapping(address account => mapping(uint256 id => uint256)) private _balance;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event TransferSingle(
        address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotAllowed(address caller);
    error InsufficientBalance(address account, uint256 id, uint256 balance, uint256 needed);
    error InvalidReceiver(address receiver);
    error LengthsDiffer();

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-1155 and its metadata extension.
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return _balance[account][id];
    }

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory balances)
    {
        if (accounts.length != ids.length) revert LengthsDiffer();
        balances = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) balances[i] = _balance[accounts[i]][ids[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function mint(address to, uint256 id, uint256 value) external {
        if (msg.sender != minter) revert NotAllowed(msg.sender);
        if (to == address(0)) revert InvalidReceiver(to);
        _balance[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        _authorise(from);
        _move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length == 0) return;
        bytes4 answer = Erc1155Receiver(to).onERC1155Received(msg.sender, from, id, value, data);
        if (answer != Erc1155Receiver.onERC1155Received.selector) revert InvalidReceiver(to);
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external {
        _authorise(from);
        if (ids.length != values.length) revert LengthsDiffer();
        for (uint256 i = 0; i < ids.length; i++) _move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length == 0) return;
        bytes4 answer = Erc1155Receiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, data);
        if (answer != Erc1155Receiver.onERC1155BatchReceived.selector) revert InvalidReceiver(to);
    }

    function uri(uint256 id) external pure returns (string memory) {
        string memory number = Text.decimal(id);
        bytes memory svg = abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path d="M48 6l36 21v42L48 90 12 69V27z" fill="hsl(',
            Text.decimal((id * 137 + 60) % 360),
            ' 70% 40%)"/><text x="48" y="60" font-family="sans-serif" font-size="36" fill="#fff" text-anchor="middle">',
            number,
            "</text></svg>"
        );
        return Text.jsonUri(
            abi.encodePacked(
                '{"name":"Local Badge ', number, '","description":"A badge of the local chain.","image":"',
                Text.svgUri(svg), '"}'
            )
        );
    }

    function _authorise(address from) private view {
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed(msg.sender);
    }

    function _move(address from, address to, uint256 id, uint256 value) private {
        if (to == address(0)) revert InvalidReceiver(to);
        uint256 balance = _balance[from][id];
        if (balance < value) revert InsufficientBalance(from, id, balance, value);
        unchecked {
            _balance[from][id] = balance - value;
        }
        _balance[to][id] += value;
    }
}
