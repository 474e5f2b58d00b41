// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {PriceFeed} from "../PriceFeed.sol";
import {Base} from "./Base.sol";

contract PriceFeedTest is Base {
    address private constant FEEDER = address(0xFEED);
    PriceFeed private feed;

    function setUp() public {
        vm.warp(1_000_000);
        feed = new PriceFeed(OWNER, FEEDER, 2500e18, 1 hours);
    }

    function testFuzz_sellsAtTheNewestPrice(uint256 price) public {
        price = 1 + (price % 1e27);
        vm.prank(FEEDER);
        feed.setPrice(price);
        same(feed.fetchPrice(), price);
    }

    function testFuzz_takesAPriceFromTheFeederOnly(address sender) public {
        vm.assume(sender != FEEDER);
        bytes32 role = feed.FEEDER();
        vm.prank(sender);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, sender, role));
        feed.setPrice(1e18);
    }

    function test_refusesAPriceThatIsAMistake() public {
        vm.prank(FEEDER);
        vm.expectRevert(PriceFeed.BadPrice.selector);
        feed.setPrice(0);
        vm.prank(FEEDER);
        vm.expectRevert(PriceFeed.BadPrice.selector);
        feed.setPrice(1e27 + 1);
    }

    function test_sellsNothingAtAStalePrice() public {
        vm.warp(1_000_000 + 1 hours);
        same(feed.fetchPrice(), 2500e18);
        vm.warp(1_000_000 + 1 hours + 1);
        vm.expectRevert(abi.encodeWithSelector(PriceFeed.StalePrice.selector, 1_000_000));
        feed.fetchPrice();
    }

    function test_aPriceWithoutAMaximalAgeStays() public {
        PriceFeed lasting = new PriceFeed(OWNER, FEEDER, 1e18, 0);
        vm.warp(1_000_000 + 3650 days);
        same(lasting.fetchPrice(), 1e18);
    }
}
