// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {WithdrawalTree} from "./WithdrawalTree.sol";

/// The rollup's end of its bridge. From the first block on, it has more coins than can ever be deposited; withdrawals are limited to the
/// deposited amount.
contract RollupBridge {
    using WithdrawalTree for WithdrawalTree.Tree;

    /// Enough for a contract wallet, too little for an attack.
    uint256 private constant PAYMENT_GAS = 100_000;

    address public immutable sequencer;
    /// The next deposit to pay; each is paid once, in order.
    uint256 public nextDeposit;
    /// Deposited and not withdrawn.
    uint256 public bridged;
    /// From deposits whose receiver rejected the coins.
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

    /// Pays a deposit from the settlement chain. If its receiver rejects it, it is added to `owed` and does not block others.
    function payDeposit(uint256 index, address to, uint256 amount) external {
        if (msg.sender != sequencer) revert NotSequencer(msg.sender);
        if (index != nextDeposit) revert WrongDeposit(index);
        nextDeposit = index + 1;
        bridged += amount;
        (bool taken,) = to.call{value: amount, gas: PAYMENT_GAS}("");
        if (!taken) owed[to] += amount;
        emit DepositPaid(index, to, amount, taken);
    }

    /// Pays the amount owed to the caller.
    function claim(address payable to) external {
        uint256 amount = owed[msg.sender];
        if (amount == 0) revert NothingOwed();
        owed[msg.sender] = 0;
        Address.sendValue(to, amount);
    }

    /// Withdraws coins from the rollup; they are paid to `to` on the settlement chain once an output that includes it is old enough.
    function withdraw(address to) external payable {
        if (msg.value == 0) revert NothingSent();
        if (msg.value > bridged) revert MoreThanBridged(bridged);
        bridged -= msg.value;
        uint256 index = tree.count;
        bytes32 root = tree.append(WithdrawalTree.leafOf(index, msg.sender, to, msg.value));
        emit Withdrawn(index, msg.sender, to, msg.value, root);
    }

    /// Root of all withdrawals so far.
    function withdrawalsRoot() external view returns (bytes32) {
        return tree.rootOf();
    }

    function withdrawalCount() external view returns (uint256) {
        return tree.count;
    }
}
