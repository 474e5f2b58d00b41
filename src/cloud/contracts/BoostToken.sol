// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// The token of Boost: a billion, minted at deployment.
contract BoostToken is ERC20 {
    constructor(address holder) ERC20("Boost Token", "BST") {
        _mint(holder, 1e9 ether);
    }
}
