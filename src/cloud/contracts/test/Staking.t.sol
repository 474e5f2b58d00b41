// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {BoostNft} from "../BoostNft.sol";
import {BoostToken} from "../BoostToken.sol";
import {NftStaking} from "../NftStaking.sol";
import {TokenStaking} from "../TokenStaking.sol";
import {Base} from "./Base.sol";

contract StakingTest is Base {
    address private constant SECOND = address(0x2);
    BoostNft private nft;
    NftStaking private nftStaking;
    BoostToken private token;
    TokenStaking private tokenStaking;

    function setUp() public {
        nft = new BoostNft();
        nftStaking = new NftStaking(nft);
        token = new BoostToken(address(this));
        tokenStaking = new TokenStaking(token);
    }

    function mintFor(address who) private returns (uint256 id) {
        vm.prank(who);
        id = nft.mint();
        vm.prank(who);
        nft.approve(address(nftStaking), id);
    }

    function test_anNftComesBackToItsStakerOnly() public {
        uint256 id = mintFor(SECOND);
        vm.prank(SECOND);
        nftStaking.stake(id);
        same(nft.ownerOf(id), address(nftStaking));
        same(nftStaking.stakedBy(SECOND)[0], id);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(NftStaking.NotStaker.selector, STRANGER, id));
        nftStaking.unstake(id);
        vm.prank(SECOND);
        nftStaking.unstake(id);
        same(nft.ownerOf(id), SECOND);
        same(nftStaking.stakedBy(SECOND).length, 0);
    }

    function test_nobodyStakesAnothersNft() public {
        uint256 id = mintFor(SECOND);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, STRANGER, id, SECOND));
        nftStaking.stake(id);
        vm.prank(SECOND);
        nftStaking.stake(id);
        vm.prank(STRANGER);
        vm.expectRevert(
            abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, STRANGER, id, address(nftStaking))
        );
        nftStaking.stake(id);
        same(nftStaking.stakerOf(id), SECOND);
    }

    function test_anNftSentByMistakeIsRefused() public {
        uint256 id = mintFor(SECOND);
        vm.prank(SECOND);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(nftStaking)));
        nft.safeTransferFrom(SECOND, address(nftStaking), id);
    }

    function test_aPageFindsAllNftsOfAnOwner() public {
        uint256 first = mintFor(SECOND);
        uint256 second = mintFor(SECOND);
        same(nft.balanceOf(SECOND), 2);
        same(nft.tokenOfOwnerByIndex(SECOND, 0), first);
        same(nft.tokenOfOwnerByIndex(SECOND, 1), second);
    }

    function testFuzz_whatIsStakedCanBeTakenOut(uint96 amount) public {
        uint256 stake = uint256(amount) % token.balanceOf(address(this));
        token.approve(address(tokenStaking), stake);
        tokenStaking.stake(stake);
        same(tokenStaking.balanceOf(address(this)), stake);
        tokenStaking.withdraw(stake);
        same(tokenStaking.total(), 0);
        same(token.balanceOf(address(this)), 1e9 ether);
    }

    function testFuzz_nobodyTakesOutMoreThanTheirOwn(uint96 have, uint96 more) public {
        uint256 stake = uint256(have) % token.balanceOf(address(this));
        uint256 want = stake + uint256(more) + 1;
        token.approve(address(tokenStaking), stake);
        tokenStaking.stake(stake);
        vm.expectRevert(abi.encodeWithSelector(TokenStaking.InsufficientStake.selector, stake, want));
        tokenStaking.withdraw(want);
    }
}

/// Three people who stake and take out at will.
contract Stakers is Base {
    BoostToken public immutable token = new BoostToken(address(this));
    TokenStaking public immutable staking = new TokenStaking(token);

    function who(uint8 seed) public pure returns (address) {
        return address(uint160(0x1000 + (seed % 3)));
    }

    function stake(uint8 seed, uint96 amount) external {
        uint256 some = uint256(amount) % (token.balanceOf(address(this)) + 1);
        address person = who(seed);
        token.transfer(person, some);
        vm.prank(person);
        token.approve(address(staking), some);
        vm.prank(person);
        staking.stake(some);
    }

    function withdraw(uint8 seed, uint96 amount) external {
        address person = who(seed);
        uint256 some = uint256(amount) % (staking.balanceOf(person) + 1);
        vm.prank(person);
        staking.withdraw(some);
    }
}

contract StakingInvariant is Base {
    Stakers private stakers;

    function setUp() public {
        stakers = new Stakers();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(stakers);
    }

    function invariant_everyStakeIsBacked() public view {
        TokenStaking staking = stakers.staking();
        uint256 sum;
        for (uint8 seed = 0; seed < 3; seed++) sum += staking.balanceOf(stakers.who(seed));
        same(sum, staking.total());
        same(stakers.token().balanceOf(address(staking)), sum);
    }
}
