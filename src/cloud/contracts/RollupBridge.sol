// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {WithdrawalTree} from "./WithdrawalTree.sol";

/// The rollup's end of its bridge. It has more coins than anybody can deposit from the rollup's first block on; what may leave by it is what
/// came in by it.
contract RollupBridge {
    using WithdrawalTree for WithdrawalTree.Tree;

    /// Enough for a wallet that is a contract, too little to do harm with.
    uint256 private constant PAYMENT_GAS = 100_000;

    address public immutable sequencer;
    /// The next deposit to be paid; each is, once, in their order.
    uint256 public nextDeposit;
    /// Paid in and not withdrawn again.
    uint256 public bridged;
    /// Of deposits whose receiver took no coins.
    mapping(address who => uint256 amount) public owed;
    WithdrawalTree.Tree private tree;

    event DepositPaid(uint256 indexed index, address indexed to, uint256 amount, bool taken);
    event Withdrawn(uint256 indexed index, address indexed from, address indexed to, uint256 amount, bytes32 root);

    error NotSequencer(address caller);
    error WrongDeposit(uint256 index);
    error NothingSent();
    error NothingOwed();
    error MoreThanBridged(uint256 bridged);

    constructor(address sequencer_) {
        sequencer = sequencer_;
    }

    /// Pays a deposit that was made on the settlement chain. A receiver that refuses it finds it in `owed`: it stops nobody else's.
    function payDeposit(uint256 index, address to, uint256 amount) external {
        if (msg.sender != sequencer) revert NotSequencer(msg.sender);
        if (index != nextDeposit) revert WrongDeposit(index);
        nextDeposit = index + 1;
        bridged += amount;
        (bool taken,) = to.call{value: amount, gas: PAYMENT_GAS}("");
        if (!taken) owed[to] += amount;
        emit DepositPaid(index, to, amount, taken);
    }

    /// Takes what this contract owes the caller.
    function claim(address payable to) external {
        uint256 amount = owed[msg.sender];
        if (amount == 0) revert NothingOwed();
        owed[msg.sender] = 0;
        Address.sendValue(to, amount);
    }

    /// Takes coins out of the rollup, to be paid to `to` on the settlement chain when an output that knows of it is old enough.
    function withdraw(address to) external payable {
        if (msg.value == 0) revert NothingSent();
        if (msg.value > bridged) revert MoreThanBridged(bridged);
        bridged -= msg.value;
        uint256 index = tree.count;
        bytes32 root = tree.append(WithdrawalTree.leafOf(index, msg.sender, to, msg.value));
        emit Withdrawn(index, msg.sender, to, msg.value, root);
    }

    /// Of all withdrawals so far.
    function withdrawalsRoot() external view returns (bytes32) {
        return tree.rootOf();
    }

    function withdrawalCount() external view returns (uint256) {
        return tree.count;
    }
}
