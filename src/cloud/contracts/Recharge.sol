// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPriceFeed} from "./PriceFeed.sol";

/// Sells LAND for the chain's coin and for stablecoins: 1 LAND costs $0.000001. Freehold's ledger
/// credits the account of each Mint event.
contract Recharge is Ownable, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 public constant LAND_PER_USD = 1e6;

    IPriceFeed public immutable feed;
    /// Dollars ×1e18 in the coin's smallest unit; 0: not accepted.
    mapping(address coin => uint256 usdPerUnit) public usdPerUnit;
    /// All LAND ×1e18 ever minted for an account.
    mapping(bytes32 account => uint256 landAmount) public minted;

    /// `amount` in dollars ×1e18; `coin` is the zero address for the chain's own coin.
    event Mint(
        bytes32 indexed account,
        address indexed coin,
        uint256 amount,
        uint256 coinAmount,
        uint256 landAmount,
        uint256 balance
    );
    event CoinChanged(address indexed coin, bool taken);

    error AmountTooSmall();
    error UnknownCoin(address coin);

    constructor(address owner, IPriceFeed priceFeed, IERC20Metadata usd) Ownable(owner) {
        feed = priceFeed;
        _setCoin(usd, true);
    }

    /// Price of one coin of the chain in dollars ×1e18.
    function fetchPrice() external view returns (uint256) {
        return feed.fetchPrice();
    }

    /// Pays with the chain's own coin.
    function mintByETH(bytes32 account) external payable whenNotPaused nonReentrant returns (uint256 landAmount) {
        uint256 usd = Math.mulDiv(msg.value, feed.fetchPrice(), 1e18);
        return _book(account, address(0), usd, msg.value);
    }

    /// Pays with a stablecoin; the caller must have approved `amount`.
    function mint(address coin, bytes32 account, uint256 amount)
        external
        whenNotPaused
        nonReentrant
        returns (uint256 landAmount)
    {
        return _take(coin, account, amount);
    }

    /// Same with a signed approval (EIP-2612), in one transaction.
    function mintWithPermit(address coin, bytes32 account, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        nonReentrant
        returns (uint256 landAmount)
    {
        if (usdPerUnit[coin] == 0) revert UnknownCoin(coin);
        // The signature may have been used already: then the allowance exists.
        try IERC20Permit(coin).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        return _take(coin, account, amount);
    }

    /// Dollars of a coin count as dollars.
    function setCoin(IERC20Metadata coin, bool taken) external onlyOwner {
        _setCoin(coin, taken);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// Withdraws the whole balance of a coin; the zero address for the chain's own.
    function withdraw(address coin, address payable to) external onlyOwner nonReentrant {
        if (coin == address(0)) Address.sendValue(to, address(this).balance);
        else IERC20(coin).safeTransfer(to, IERC20(coin).balanceOf(address(this)));
    }

    function _take(address coin, bytes32 account, uint256 amount) private returns (uint256) {
        uint256 perUnit = usdPerUnit[coin];
        if (perUnit == 0) revert UnknownCoin(coin);
        // Counts the received amount: a coin may charge a fee per transfer.
        uint256 before = IERC20(coin).balanceOf(address(this));
        IERC20(coin).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = IERC20(coin).balanceOf(address(this)) - before;
        return _book(account, coin, received * perUnit, received);
    }

    function _book(bytes32 account, address coin, uint256 usd, uint256 coinAmount) private returns (uint256 landAmount) {
        if (usd == 0) revert AmountTooSmall();
        landAmount = usd * LAND_PER_USD;
        uint256 balance = minted[account] + landAmount;
        minted[account] = balance;
        emit Mint(account, coin, usd, coinAmount, landAmount, balance);
    }

    function _setCoin(IERC20Metadata coin, bool taken) private {
        // A coin with more than 18 decimals fails here, by underflow.
        usdPerUnit[address(coin)] = taken ? 10 ** (18 - coin.decimals()) : 0;
        emit CoinChanged(address(coin), taken);
    }
}
