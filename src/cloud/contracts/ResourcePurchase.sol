// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPriceFeed} from "./PriceFeed.sol";

/// Sells resources at fixed prices in dollars, paid with the chain's own coin. Freehold grants the resources of each Purchase event.
contract ResourcePurchase is Ownable, Pausable, ReentrancyGuard {
    /// In order of their numbers.
    enum Resource {
        BUILD_TIME,
        TRAFFIC,
        AR_STORAGE,
        IPFS_STORAGE
    }

    /// `usd` (×1e18) per this many units: seconds, bytes, or bytes × seconds for IPFS_STORAGE.
    struct Price {
        uint256 usd;
        uint256 units;
    }

    IPriceFeed public immutable feed;
    mapping(Resource resource => Price) public prices;

    event Purchase(
        bytes32 indexed account,
        uint8 indexed resourceType,
        uint256 amount,
        uint64 until,
        uint256 usd,
        uint256 coinAmount
    );
    event PriceChanged(Resource indexed resource, uint256 usd, uint256 units);

    error AmountTooSmall();
    error UnknownResource(uint8 resourceType);
    error NotLimitedInTime(uint8 resourceType);
    error BadPrice();
    error Underpaid(uint256 needed, uint256 paid);

    /// `arweavePrice`: dollars ×1e18 per GiB, which depends on Arweave. The other prices are those of Freehold's price list.
    constructor(address owner, IPriceFeed priceFeed, uint256 arweavePrice) Ownable(owner) {
        feed = priceFeed;
        _setPrice(Resource.BUILD_TIME, 0.03e18, 60);
        _setPrice(Resource.TRAFFIC, 0.1e18, 2 ** 30);
        _setPrice(Resource.AR_STORAGE, arweavePrice, 2 ** 30);
        _setPrice(Resource.IPFS_STORAGE, 29, 1);
    }

    /// Dollars ×1e18. `until` in Unix seconds for IPFS_STORAGE, 0 for the others.
    function priceOf(uint8 resourceType, uint256 amount, uint64 until) public view returns (uint256 usd) {
        if (resourceType > uint8(type(Resource).max)) revert UnknownResource(resourceType);
        if (amount == 0) revert AmountTooSmall();
        Price storage price = prices[Resource(resourceType)];
        return Math.mulDiv(amount * _seconds(resourceType, until), price.usd, price.units, Math.Rounding.Ceil);
    }

    /// Required payment: the price in the chain's own coin, rounded up.
    function coinPriceOf(uint8 resourceType, uint256 amount, uint64 until) external view returns (uint256 coinAmount) {
        return _inCoin(priceOf(resourceType, amount, until));
    }

    /// Buys for `account`. Refunds any excess payment, so that a changing price needs no retry.
    function purchase(bytes32 account, uint8 resourceType, uint256 amount, uint64 until)
        external
        payable
        whenNotPaused
        nonReentrant
    {
        uint256 usd = priceOf(resourceType, amount, until);
        uint256 coinAmount = _inCoin(usd);
        if (msg.value < coinAmount) revert Underpaid(coinAmount, msg.value);
        emit Purchase(account, resourceType, amount, until, usd, coinAmount);
        if (msg.value > coinAmount) Address.sendValue(payable(msg.sender), msg.value - coinAmount);
    }

    function setPrice(Resource resource, uint256 usd, uint256 units) external onlyOwner {
        _setPrice(resource, usd, units);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function withdraw(address payable to) external onlyOwner nonReentrant {
        Address.sendValue(to, address(this).balance);
    }

    /// Paid duration of the resource; 1 without an end.
    function _seconds(uint8 resourceType, uint64 until) private view returns (uint256) {
        if (Resource(resourceType) == Resource.IPFS_STORAGE) {
            require(until > block.timestamp, "IPFS with invalid params");
            return until - block.timestamp;
        }
        if (until != 0) revert NotLimitedInTime(resourceType);
        return 1;
    }

    function _inCoin(uint256 usd) private view returns (uint256) {
        return Math.mulDiv(usd, 1e18, feed.fetchPrice(), Math.Rounding.Ceil);
    }

    function _setPrice(Resource resource, uint256 usd, uint256 units) private {
        if (usd == 0 || units == 0) revert BadPrice();
        prices[resource] = Price(usd, units);
        emit PriceChanged(resource, usd, units);
    }
}
