// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Erc20} from "./Erc20.sol";

/// @title The plain token: an ERC-20 that its deployer can mint. The odd tokens build on it.
contract Token is Erc20 {
    address public immutable minter = msg.sender;

    error NotMinter(address caller);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) Erc20(name_, symbol_, decimals_) {}

    function mint(address to, uint256 value) external {
        if (msg.sender != minter) revert NotMinter(msg.sender);
        _mint(to, value);
    }
}
