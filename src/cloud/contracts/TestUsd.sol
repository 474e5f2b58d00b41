// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// The stablecoin of local chains: worthless and free for any account.
contract TestUsd is ERC20, ERC20Permit {
    uint256 public constant FAUCET_LIMIT = 10_000e6;

    constructor() ERC20("Test USD", "tUSD") ERC20Permit("Test USD") {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// Mints up to 10,000 dollars ×1e6 for the caller.
    function faucet(uint256 amount) external {
        require(amount <= FAUCET_LIMIT, "faucet limit");
        _mint(msg.sender, amount);
    }
}
