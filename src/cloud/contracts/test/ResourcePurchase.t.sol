// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {PriceFeed} from "../PriceFeed.sol";
import {ResourcePurchase} from "../ResourcePurchase.sol";
import {Base} from "./Base.sol";

contract ResourcePurchaseTest is Base {
    uint8 private constant BUILD_TIME = 0;
    uint8 private constant TRAFFIC = 1;
    uint8 private constant AR_STORAGE = 2;
    uint8 private constant IPFS_STORAGE = 3;
    uint64 private constant NOW = 1_700_000_000;
    uint64 private constant MONTH = 30 days;

    PriceFeed private feed;
    ResourcePurchase private shop;

    event Purchase(
        bytes32 indexed account,
        uint8 indexed resourceType,
        uint256 amount,
        uint64 until,
        uint256 usd,
        uint256 coinAmount
    );

    function setUp() public {
        vm.warp(NOW);
        feed = new PriceFeed(address(this), address(this), 2000e18, 0);
        shop = new ResourcePurchase(OWNER, feed, 8e18);
        vm.deal(address(this), type(uint128).max);
    }

    receive() external payable {}

    function test_costsWhatThePriceListSays() public view {
        same(shop.priceOf(BUILD_TIME, 250 * 60, 0), 7.5e18);
        same(shop.priceOf(TRAFFIC, 100 * 2 ** 30, 0), 10e18);
        same(shop.priceOf(AR_STORAGE, 2 ** 29, 0), 4e18);
        // 1 GB-month ≈ 80,711 LAND.
        same(shop.priceOf(IPFS_STORAGE, 2 ** 30, NOW + MONTH), uint256(29) * 2 ** 30 * MONTH);
    }

    function testFuzz_sellsForExactlyThePriceAndGivesBackTheRest(uint64 amount, uint64 extra) public {
        vm.assume(amount > 0);
        uint256 usd = shop.priceOf(TRAFFIC, amount, 0);
        uint256 coinAmount = shop.coinPriceOf(TRAFFIC, amount, 0);
        uint256 before = address(this).balance;
        vm.expectEmit(true, true, true, true);
        emit Purchase(ACCOUNT, TRAFFIC, amount, 0, usd, coinAmount);
        shop.purchase{value: coinAmount + extra}(ACCOUNT, TRAFFIC, amount, 0);
        same(before - address(this).balance, coinAmount);
        same(address(shop).balance, coinAmount);
    }

    function testFuzz_refusesLessThanThePrice(uint64 amount) public {
        uint256 bytesBought = uint256(amount) + 2 ** 30;
        uint256 needed = shop.coinPriceOf(TRAFFIC, bytesBought, 0);
        vm.expectRevert(abi.encodeWithSelector(ResourcePurchase.Underpaid.selector, needed, needed - 1));
        shop.purchase{value: needed - 1}(ACCOUNT, TRAFFIC, bytesBought, 0);
    }

    function testFuzz_storageThatHasEndedIsAnError(uint64 until) public {
        until = uint64(until % (NOW + 1));
        vm.expectRevert(bytes(abi.encodeWithSignature("Error(string)", "IPFS with invalid params")));
        shop.purchase{value: 1 ether}(ACCOUNT, IPFS_STORAGE, 1, until);
    }

    function testFuzz_onlyStorageHasAnEnd(uint8 resourceType, uint64 until) public {
        vm.assume(until > 0);
        resourceType = resourceType % 3;
        vm.expectRevert(abi.encodeWithSelector(ResourcePurchase.NotLimitedInTime.selector, resourceType));
        shop.purchase{value: 1 ether}(ACCOUNT, resourceType, 1, until);
    }

    function testFuzz_sellsWhatThereIs(uint8 resourceType) public {
        vm.assume(resourceType > IPFS_STORAGE);
        vm.expectRevert(abi.encodeWithSelector(ResourcePurchase.UnknownResource.selector, resourceType));
        shop.priceOf(resourceType, 1, 0);
        vm.expectRevert(ResourcePurchase.AmountTooSmall.selector);
        shop.priceOf(BUILD_TIME, 0, 0);
    }

    function test_theOwnerSetsPrices() public {
        vm.prank(OWNER);
        shop.setPrice(ResourcePurchase.Resource.AR_STORAGE, 16e18, 2 ** 30);
        same(shop.priceOf(AR_STORAGE, 2 ** 30, 0), 16e18);
        vm.prank(OWNER);
        vm.expectRevert(ResourcePurchase.BadPrice.selector);
        shop.setPrice(ResourcePurchase.Resource.AR_STORAGE, 16e18, 0);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
        shop.setPrice(ResourcePurchase.Resource.AR_STORAGE, 1, 1);
    }

    function test_theOwnerTakesOutWhatWasPaid() public {
        shop.purchase{value: 1 ether}(ACCOUNT, BUILD_TIME, 60, 0);
        uint256 paid = address(shop).balance;
        vm.prank(OWNER);
        shop.withdraw(payable(OWNER));
        same(OWNER.balance, paid);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
        shop.withdraw(payable(STRANGER));
    }

    function test_nothingIsSoldWhilePaused() public {
        vm.prank(OWNER);
        shop.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        shop.purchase{value: 1 ether}(ACCOUNT, BUILD_TIME, 60, 0);
    }
}
