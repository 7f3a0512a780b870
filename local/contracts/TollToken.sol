// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Token} from "./Token.sol";

/// @title Takes one percent of every transfer, so that senders who assume "sent = received" are found out.
contract TollToken is Token {
    uint256 public constant TOLL_BASIS_POINTS = 100;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) Token(name_, symbol_, decimals_) {}

    function _transfer(address from, address to, uint256 value) internal override {
        uint256 toll = value * TOLL_BASIS_POINTS / 10_000;
        super._transfer(from, to, value - toll);
        if (toll > 0) super._transfer(from, minter, toll);
    }
}
