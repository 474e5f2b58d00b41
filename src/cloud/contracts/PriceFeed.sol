// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";

interface IPriceFeed {
    /// US dollars ×1e18 for one whole coin of the chain.
    function fetchPrice() external view returns (uint256);
}

/// Price of the chain's own coin, as last reported by Freehold's feeder.
contract PriceFeed is IPriceFeed, AccessControl {
    bytes32 public constant FEEDER = keccak256("FEEDER");

    /// US dollars ×1e18 for one whole coin, regardless of its age.
    uint256 public price;
    uint256 public updatedAt;
    /// Maximum age of a price for sales, in seconds; 0: no limit.
    uint256 public immutable maxAge;

    event PriceUpdated(uint256 price);

    error StalePrice(uint256 updatedAt);
    error BadPrice();

    constructor(address admin, address feeder, uint256 firstPrice, uint256 maxAgeSeconds) {
        maxAge = maxAgeSeconds;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(FEEDER, feeder);
        _setPrice(firstPrice);
    }

    function setPrice(uint256 next) external onlyRole(FEEDER) {
        _setPrice(next);
    }

    /// @inheritdoc IPriceFeed
    function fetchPrice() external view returns (uint256) {
        if (maxAge != 0 && block.timestamp > updatedAt + maxAge) revert StalePrice(updatedAt);
        return price;
    }

    function _setPrice(uint256 next) private {
        // Above a billion dollars, the unit must be wrong.
        if (next == 0 || next > 1e27) revert BadPrice();
        price = next;
        updatedAt = block.timestamp;
        emit PriceUpdated(next);
    }
}
