// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";

/// The NFTs of Boost: any account can mint, and pages can list an owner's NFTs.
contract BoostNft is ERC721Enumerable {
    uint256 private nextId = 1;

    constructor() ERC721("Boost NFT", "BNFT") {}

    function mint() external returns (uint256 id) {
        id = nextId++;
        _safeMint(msg.sender, id);
    }
}
