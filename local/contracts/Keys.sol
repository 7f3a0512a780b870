// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Text} from "./Text.sol";

interface Erc721Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data)
        external
        returns (bytes4);
}

/// @title Keys: an ERC-721 collection whose pictures and metadata are drawn on the chain.
contract Keys {
    string public constant name = "Local Keys";
    string public constant symbol = "KEY";
    address public immutable minter = msg.sender;

    uint256 public totalSupply;
    mapping(uint256 id => address) private _ownerOf;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error UnknownKey(uint256 id);
    error NotAllowed(address caller, uint256 id);
    error WrongOwner(address from, uint256 id);
    error InvalidReceiver(address receiver);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-721 and its metadata extension.
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = _ownerOf[id];
        if (owner == address(0)) revert UnknownKey(id);
    }

    function mint(address to) external returns (uint256 id) {
        if (msg.sender != minter) revert NotAllowed(msg.sender, 0);
        if (to == address(0)) revert InvalidReceiver(to);
        id = ++totalSupply;
        _ownerOf[id] = to;
        balanceOf[to]++;
        emit Transfer(address(0), to, id);
    }

    function approve(address approved, uint256 id) external {
        address owner = ownerOf(id);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender, id);
        getApproved[id] = approved;
        emit Approval(owner, approved, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        address owner = ownerOf(id);
        if (owner != from) revert WrongOwner(from, id);
        if (to == address(0)) revert InvalidReceiver(to);
        bool allowed = msg.sender == owner || getApproved[id] == msg.sender || isApprovedForAll[owner][msg.sender];
        if (!allowed) revert NotAllowed(msg.sender, id);
        delete getApproved[id];
        balanceOf[from]--;
        balanceOf[to]++;
        _ownerOf[id] = to;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
        transferFrom(from, to, id);
        if (to.code.length == 0) return;
        bytes4 answer = Erc721Receiver(to).onERC721Received(msg.sender, from, id, data);
        if (answer != Erc721Receiver.onERC721Received.selector) revert InvalidReceiver(to);
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        string memory number = Text.decimal(id);
        return Text.jsonUri(
            abi.encodePacked(
                '{"name":"Local Key #', number, '","description":"A key of the local chain. It opens nothing.","image":"',
                Text.svgUri(_draw(id)), '","attributes":[{"trait_type":"Teeth","value":', Text.decimal(2 + id % 4), "}]}"
            )
        );
    }

    /// @dev The golden angle keeps the colours of neighbouring ids apart.
    function _draw(uint256 id) private pure returns (bytes memory svg) {
        svg = abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(',
            Text.decimal(id * 137 % 360),
            ' 60% 30%)"/><g fill="none" stroke="#fff" stroke-width="6"><circle cx="30" cy="48" r="14"/><path d="M44 48h38'
        );
        for (uint256 tooth = 0; tooth < 2 + id % 4; tooth++) {
            svg = abi.encodePacked(svg, "M", Text.decimal(79 - 8 * tooth), " 48v", Text.decimal(8 + (id + tooth) % 3 * 4));
        }
        svg = abi.encodePacked(svg, '"/></g></svg>');
    }
}
