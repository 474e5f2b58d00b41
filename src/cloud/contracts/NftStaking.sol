// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";

/// Holds NFTs for their owners, who can withdraw at any time. Rejects safe transfers: use stake().
contract NftStaking {
    using EnumerableSet for EnumerableSet.UintSet;

    IERC721 public immutable nft;
    mapping(uint256 id => address who) public stakerOf;
    /// Unix seconds.
    mapping(uint256 id => uint256 timestamp) public stakedSince;
    mapping(address who => EnumerableSet.UintSet) private staked;

    event Staked(address indexed who, uint256 indexed id);
    event Unstaked(address indexed who, uint256 indexed id);

    error NotStaker(address who, uint256 id);

    constructor(IERC721 stakedNft) {
        nft = stakedNft;
    }

    /// The caller must own the NFT and have approved this contract for it.
    function stake(uint256 id) external {
        stakerOf[id] = msg.sender;
        stakedSince[id] = block.timestamp;
        staked[msg.sender].add(id);
        emit Staked(msg.sender, id);
        nft.transferFrom(msg.sender, address(this), id);
    }

    function unstake(uint256 id) external {
        if (stakerOf[id] != msg.sender) revert NotStaker(msg.sender, id);
        delete stakerOf[id];
        delete stakedSince[id];
        staked[msg.sender].remove(id);
        emit Unstaked(msg.sender, id);
        nft.transferFrom(address(this), msg.sender, id);
    }

    function stakedBy(address who) external view returns (uint256[] memory) {
        return staked[who].values();
    }
}
