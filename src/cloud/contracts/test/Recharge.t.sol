// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PriceFeed} from "../PriceFeed.sol";
import {Recharge} from "../Recharge.sol";
import {TestUsd} from "../TestUsd.sol";
import {Base} from "./Base.sol";

/// Keeps a hundredth of each transfer.
contract FeeCoin is ERC20 {
    constructor() ERC20("Fee", "FEE") {
        _mint(msg.sender, 1e24);
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) ? 0 : amount / 100;
        super._update(from, to, amount - fee);
        if (fee > 0) super._update(from, address(0xFEE), fee);
    }
}

/// Tries to mint again while it is being paid out.
contract Reentrant {
    Recharge private immutable recharge;

    constructor(Recharge target) {
        recharge = target;
    }

    receive() external payable {
        recharge.mintByETH{value: 1 ether}(bytes32(uint256(1)));
    }
}

contract RechargeTest is Base {
    uint256 private constant PAYER_KEY = 0x9A7E2;
    PriceFeed private feed;
    TestUsd private usd;
    Recharge private recharge;

    event Mint(
        bytes32 indexed account,
        address indexed coin,
        uint256 amount,
        uint256 coinAmount,
        uint256 landAmount,
        uint256 balance
    );

    function setUp() public {
        feed = new PriceFeed(address(this), address(this), 2500e18, 0);
        usd = new TestUsd();
        recharge = new Recharge(OWNER, feed, usd);
        vm.deal(address(this), type(uint128).max);
        usd.faucet(10_000e6);
        usd.approve(address(recharge), type(uint256).max);
    }

    function test_fiveDollarsOfEtherAreFiveMillionLand() public {
        vm.expectEmit(true, true, true, true);
        emit Mint(ACCOUNT, address(0), 5e18, 0.002 ether, 5_000_000e18, 5_000_000e18);
        same(recharge.mintByETH{value: 0.002 ether}(ACCOUNT), 5_000_000e18);
        same(recharge.mintByETH{value: 0.002 ether}(ACCOUNT), 5_000_000e18);
        same(recharge.minted(ACCOUNT), 10_000_000e18);
        same(recharge.fetchPrice(), 2500e18);
    }

    function test_aStablecoinsDollarsAreDollars() public {
        vm.expectEmit(true, true, true, true);
        emit Mint(ACCOUNT, address(usd), 7e18, 7e6, 7_000_000e18, 7_000_000e18);
        same(recharge.mint(address(usd), ACCOUNT, 7e6), 7_000_000e18);
        same(usd.balanceOf(address(recharge)), 7e6);
    }

    /// What a wallet pays for whole LAND, rounded up, buys at least that, and too much by less than one unit of coin.
    function testFuzz_theCoinForAnAmountBuysIt(uint256 price, uint64 wholeLand) public {
        price = 1e9 + (price % 1e24);
        vm.assume(wholeLand > 0);
        uint256 land = uint256(wholeLand) * 1e18;
        feed.setPrice(price);
        uint256 coinAmount = Math.mulDiv(land, 1e18, price * 1e6, Math.Rounding.Ceil);
        vm.deal(address(this), coinAmount);
        uint256 got = recharge.mintByETH{value: coinAmount}(ACCOUNT);
        require(got >= land, "too little");
        require(got <= land + price / 1e12 + 1e6, "too much");
    }

    function testFuzz_landIsTheDollarsTimesAMillion(uint256 price, uint96 coinAmount) public {
        price = 1 + (price % 1e24);
        feed.setPrice(price);
        uint256 dollars = uint256(coinAmount) * price / 1e18;
        vm.assume(dollars > 0);
        same(recharge.mintByETH{value: coinAmount}(ACCOUNT), dollars * 1e6);
    }

    function test_refusesAnAmountThatBuysNothing() public {
        vm.expectRevert(Recharge.AmountTooSmall.selector);
        recharge.mintByETH(ACCOUNT);
        vm.expectRevert(Recharge.AmountTooSmall.selector);
        recharge.mint(address(usd), ACCOUNT, 0);
    }

    function test_refusesCoinsItDoesNotKnow() public {
        bytes memory unknown = abi.encodeWithSelector(Recharge.UnknownCoin.selector, STRANGER);
        vm.expectRevert(unknown);
        recharge.mint(STRANGER, ACCOUNT, 1e6);
        vm.expectRevert(unknown);
        recharge.mintWithPermit(STRANGER, ACCOUNT, 1e6, 0, 0, 0, 0);
        vm.prank(OWNER);
        recharge.setCoin(usd, false);
        vm.expectRevert(abi.encodeWithSelector(Recharge.UnknownCoin.selector, address(usd)));
        recharge.mint(address(usd), ACCOUNT, 1e6);
    }

    function test_countsWhatCameIn() public {
        FeeCoin coin = new FeeCoin();
        vm.prank(OWNER);
        recharge.setCoin(IERC20Metadata(address(coin)), true);
        coin.approve(address(recharge), 100e18);
        same(recharge.mint(address(coin), ACCOUNT, 100e18), 99_000_000e18);
    }

    function permitDigest(address payer, uint256 amount, uint256 deadline) private view returns (bytes32) {
        bytes32 hash = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                payer,
                address(recharge),
                amount,
                usd.nonces(payer),
                deadline
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", usd.DOMAIN_SEPARATOR(), hash));
    }

    function test_takesASignatureForAnApproval() public {
        address payer = vm.addr(PAYER_KEY);
        usd.transfer(payer, 5e6);
        uint256 deadline = block.timestamp + 1;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PAYER_KEY, permitDigest(payer, 5e6, deadline));
        vm.prank(payer);
        same(recharge.mintWithPermit(address(usd), ACCOUNT, 5e6, deadline, v, r, s), 5_000_000e18);
    }

    function test_aPermitThatSomebodyElseUsedFirstStillPays() public {
        address payer = vm.addr(PAYER_KEY);
        usd.transfer(payer, 5e6);
        uint256 deadline = block.timestamp + 1;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PAYER_KEY, permitDigest(payer, 5e6, deadline));
        vm.prank(STRANGER);
        usd.permit(payer, address(recharge), 5e6, deadline, v, r, s);
        vm.prank(payer);
        same(recharge.mintWithPermit(address(usd), ACCOUNT, 5e6, deadline, v, r, s), 5_000_000e18);
    }

    function test_nothingIsSoldWhilePaused() public {
        vm.prank(OWNER);
        recharge.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        recharge.mintByETH{value: 1 ether}(ACCOUNT);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        recharge.mint(address(usd), ACCOUNT, 1e6);
        vm.prank(OWNER);
        recharge.unpause();
        recharge.mintByETH{value: 1 ether}(ACCOUNT);
    }

    function test_theOwnerTakesOutWhatWasPaid() public {
        recharge.mintByETH{value: 3 ether}(ACCOUNT);
        recharge.mint(address(usd), ACCOUNT, 9e6);
        vm.prank(OWNER);
        recharge.withdraw(address(0), payable(OWNER));
        vm.prank(OWNER);
        recharge.withdraw(address(usd), payable(OWNER));
        same(OWNER.balance, 3 ether);
        same(usd.balanceOf(OWNER), 9e6);
    }

    function testFuzz_nobodyElseIsMaster(address sender) public {
        vm.assume(sender != OWNER);
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, sender);
        vm.prank(sender);
        vm.expectRevert(refused);
        recharge.withdraw(address(0), payable(sender));
        vm.prank(sender);
        vm.expectRevert(refused);
        recharge.setCoin(usd, false);
        vm.prank(sender);
        vm.expectRevert(refused);
        recharge.pause();
        vm.prank(sender);
        vm.expectRevert(refused);
        recharge.unpause();
    }

    function test_nobodyMintsWhileBeingPaid() public {
        recharge.mintByETH{value: 3 ether}(ACCOUNT);
        Reentrant thief = new Reentrant(recharge);
        vm.deal(address(thief), 2 ether);
        vm.prank(OWNER);
        (bool done,) = address(recharge).call(abi.encodeCall(Recharge.withdraw, (address(0), payable(address(thief)))));
        require(!done, "re-entered");
        same(address(recharge).balance, 3 ether);
    }
}
