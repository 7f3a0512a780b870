// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

interface IIdRegistry {
    function idOf(address owner) external view returns (uint256);
}

/// @title Which keys may act for a Farcaster id, as far as a sign-in asks. Keys of type 2 are addresses that sign in.
contract KeyRegistry {
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    IIdRegistry private constant IDS = IIdRegistry(0x00000000Fc6c5F01Fc30151999387Bb99A9f489b);

    mapping(uint256 id => mapping(bytes key => KeyData)) private _keys;

    error HasNoId();

    function keyDataOf(uint256 id, bytes calldata key) external view returns (KeyData memory) {
        return _keys[id][key];
    }

    function add(uint32 keyType, bytes calldata key) external {
        _keys[_own()][key] = KeyData(KeyState.ADDED, keyType);
    }

    function remove(bytes calldata key) external {
        _keys[_own()][key].state = KeyState.REMOVED;
    }

    function _own() private view returns (uint256 id) {
        id = IDS.idOf(msg.sender);
        if (id == 0) revert HasNoId();
    }
}
