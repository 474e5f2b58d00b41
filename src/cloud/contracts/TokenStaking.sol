// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Holds tokens for their owners, who can withdraw at any time. For tokens without a transfer fee.
contract TokenStaking {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;
    uint256 public total;
    mapping(address who => uint256 amount) public balanceOf;

    event Staked(address indexed who, uint256 amount);
    event Withdrawn(address indexed who, uint256 amount);

    error InsufficientStake(uint256 have, uint256 want);

    constructor(IERC20 stakedToken) {
        token = stakedToken;
    }

    function stake(uint256 amount) external {
        balanceOf[msg.sender] += amount;
        total += amount;
        emit Staked(msg.sender, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function withdraw(uint256 amount) external {
        uint256 have = balanceOf[msg.sender];
        if (amount > have) revert InsufficientStake(have, amount);
        balanceOf[msg.sender] = have - amount;
        total -= amount;
        emit Withdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }
}
