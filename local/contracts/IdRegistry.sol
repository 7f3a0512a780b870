// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Who a Farcaster id belongs to, as far as a sign-in asks. It stands from block 0, where it can have no storage:
/// the first three people of the local chain have their ids by being who they are.
contract IdRegistry {
    address private constant ALICE = 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266;
    address private constant BOB = 0x70997970C51812dc3A010C7d01b50e0d17dc79C8;
    address private constant CAROL = 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC;
    uint256 private constant FIRST = 1001;
    uint256 private constant NEXT = 2001;

    uint256 private _count;
    mapping(address owner => uint256) private _ids;

    event Register(address indexed to, uint256 indexed id, address recovery);

    error HasId();

    function idOf(address owner) public view returns (uint256) {
        if (owner == ALICE) return FIRST;
        if (owner == BOB) return FIRST + 1;
        if (owner == CAROL) return FIRST + 2;
        return _ids[owner];
    }

    function register(address recovery) external returns (uint256 id) {
        if (idOf(msg.sender) != 0) revert HasId();
        id = NEXT + _count++;
        _ids[msg.sender] = id;
        emit Register(msg.sender, id, recovery);
    }
}
