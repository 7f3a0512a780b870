// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Erc20} from "./Erc20.sol";
import {SafeTransfer} from "./SafeTransfer.sol";

/// @title A constant-product pool of two tokens, and the ERC-20 of its shares. The fee is 0.3 % of what comes in.
/// @dev Amounts in are what the balances grew by, so that tokens with a toll on transfer are counted right.
/// Whoever calls `mint`, `burn` or `swap` sends first and calls second in one transaction: use the router.
contract Pair is Erc20 {
    using SafeTransfer for address;

    /// @dev Shares that nobody gets, so that the price of one share cannot be driven up by a first depositor.
    uint256 public constant MINIMUM_LIQUIDITY = 1000;

    address public immutable token0;
    address public immutable token1;
    uint112 private _reserve0;
    uint112 private _reserve1;
    bool private _entered;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    error Reentered();
    error NothingOut();
    error NothingIn();
    error LiquidityTooSmall();
    error ReserveTooLarge();
    error ReserveTooSmall();
    error ProductShrank();
    error ReceiverIsToken(address to);

    modifier once() {
        if (_entered) revert Reentered();
        _entered = true;
        _;
        _entered = false;
    }

    constructor(address first, address second) Erc20("Local Pool Share", "POOL", 18) {
        token0 = first;
        token1 = second;
    }

    /// @dev The third value is there for clients of the usual interface; no time is kept, so it is zero.
    function getReserves() public view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast) {
        return (_reserve0, _reserve1, 0);
    }

    function mint(address to) external once returns (uint256 shares) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - _reserve0;
        uint256 amount1 = balance1 - _reserve1;
        if (totalSupply == 0) {
            uint256 root = _sqrt(amount0 * amount1);
            if (root <= MINIMUM_LIQUIDITY) revert LiquidityTooSmall();
            shares = root - MINIMUM_LIQUIDITY;
            _mint(address(0), MINIMUM_LIQUIDITY);
        } else {
            uint256 by0 = amount0 * totalSupply / _reserve0;
            uint256 by1 = amount1 * totalSupply / _reserve1;
            shares = by0 < by1 ? by0 : by1;
            if (shares == 0) revert LiquidityTooSmall();
        }
        _mint(to, shares);
        _sync(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    function burn(address to) external once returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 shares = balanceOf[address(this)];
        amount0 = shares * balance0 / totalSupply;
        amount1 = shares * balance1 / totalSupply;
        if (amount0 == 0 || amount1 == 0) revert NothingOut();
        _burn(address(this), shares);
        token0.send(to, amount0);
        token1.send(to, amount1);
        (balance0, balance1) = _balances();
        _sync(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to) external once {
        (uint256 reserve0, uint256 reserve1) = (_reserve0, _reserve1);
        if (amount0Out == 0 && amount1Out == 0) revert NothingOut();
        if (amount0Out >= reserve0 || amount1Out >= reserve1) revert ReserveTooSmall();
        if (to == token0 || to == token1) revert ReceiverIsToken(to);
        if (amount0Out > 0) token0.send(to, amount0Out);
        if (amount1Out > 0) token1.send(to, amount1Out);
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0In = _grown(balance0, reserve0 - amount0Out);
        uint256 amount1In = _grown(balance1, reserve1 - amount1Out);
        if (amount0In == 0 && amount1In == 0) revert NothingIn();
        // The product may not shrink when 0.3 % of what came in is left out of the count.
        uint256 counted0 = balance0 * 1000 - amount0In * 3;
        uint256 counted1 = balance1 * 1000 - amount1In * 3;
        if (counted0 * counted1 < reserve0 * reserve1 * 1_000_000) revert ProductShrank();
        _sync(balance0, balance1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    function _balances() private view returns (uint256, uint256) {
        return (Erc20(token0).balanceOf(address(this)), Erc20(token1).balanceOf(address(this)));
    }

    function _sync(uint256 balance0, uint256 balance1) private {
        if (balance0 > type(uint112).max || balance1 > type(uint112).max) revert ReserveTooLarge();
        (_reserve0, _reserve1) = (uint112(balance0), uint112(balance1));
        emit Sync(_reserve0, _reserve1);
    }

    function _grown(uint256 balance, uint256 before) private pure returns (uint256) {
        return balance > before ? balance - before : 0;
    }

    /// @dev Newton's method from above: it falls until it stops falling.
    function _sqrt(uint256 value) private pure returns (uint256 root) {
        if (value == 0) return 0;
        root = value;
        for (uint256 next = value / 2 + 1; next < root; next = (value / next + next) / 2) root = next;
    }
}
