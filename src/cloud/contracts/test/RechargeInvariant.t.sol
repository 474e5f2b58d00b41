// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {PriceFeed} from "../PriceFeed.sol";
import {Recharge} from "../Recharge.sol";
import {TestUsd} from "../TestUsd.sol";
import {Base} from "./Base.sol";

/// Pays in every way, while prices move and the owner takes money out.
contract Payers is Base {
    PriceFeed public immutable feed = new PriceFeed(address(this), address(this), 1e18, 0);
    TestUsd public immutable usd = new TestUsd();
    Recharge public immutable recharge = new Recharge(address(this), feed, usd);
    uint256 public paidCoin;
    uint256 public paidUsd;
    uint256 public takenCoin;
    uint256 public takenUsd;
    uint256 public land;

    function account(uint8 seed) public pure returns (bytes32) {
        return bytes32(uint256(seed % 4) + 1);
    }

    function byCoin(uint8 seed, uint64 amount) external {
        uint256 coin = uint256(amount) + 1e9;
        vm.deal(address(this), coin);
        land += recharge.mintByETH{value: coin}(account(seed));
        paidCoin += coin;
    }

    function byUsd(uint8 seed, uint32 amount) external {
        uint256 dollars = uint256(amount) + 1;
        usd.faucet(dollars);
        usd.approve(address(recharge), dollars);
        land += recharge.mint(address(usd), account(seed), dollars);
        paidUsd += dollars;
    }

    function movePrice(uint64 price) external {
        feed.setPrice(uint256(price) + 1e15);
    }

    function takeOut(bool coin) external {
        if (coin) takenCoin += address(recharge).balance;
        else takenUsd += usd.balanceOf(address(recharge));
        recharge.withdraw(coin ? address(0) : address(usd), payable(OWNER));
    }
}

contract RechargeInvariant is Base {
    Payers private payers;

    function setUp() public {
        payers = new Payers();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(payers);
    }

    function invariant_allLandIsSomebodys() public view {
        uint256 sum;
        for (uint8 seed = 0; seed < 4; seed++) sum += payers.recharge().minted(payers.account(seed));
        same(sum, payers.land());
    }

    function invariant_everyCoinIsThereOrWithTheOwner() public view {
        same(address(payers.recharge()).balance + payers.takenCoin(), payers.paidCoin());
        same(payers.usd().balanceOf(address(payers.recharge())) + payers.takenUsd(), payers.paidUsd());
        same(OWNER.balance, payers.takenCoin());
        same(payers.usd().balanceOf(OWNER), payers.takenUsd());
    }
}
