// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Token} from "./Token.sol";

/// @title Whoever receives it can never send it on, as many a worthless airdrop.
contract StuckToken is Token {
    error TransferRefused(address from, address to);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) Token(name_, symbol_, decimals_) {}

    function _transfer(address from, address to, uint256 value) internal override {
        if (from != minter) revert TransferRefused(from, to);
        super._transfer(from, to, value);
    }
}
