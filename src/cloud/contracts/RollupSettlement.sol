// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {WithdrawalTree} from "./WithdrawalTree.sol";

/// One rollup's data on its settlement chain: the transactions of its blocks, its resulting states, and the coins bridged to it.
/// The proposer is trusted: outputs can't be disputed.
contract RollupSettlement {
    struct Output {
        uint64 number;
        /// Unix seconds.
        uint64 proposedAt;
        bytes32 blockHash;
        bytes32 stateRoot;
        /// Root of the bridge's withdrawals up to the block.
        bytes32 withdrawalsRoot;
    }

    uint256 public immutable rollupChainId;
    address public immutable batcher;
    address public immutable proposer;
    /// Seconds between an output and the payment of its withdrawals.
    uint256 public immutable withdrawPeriod;

    /// First block of the next batch.
    uint64 public nextBlock = 1;
    uint256 public batchCount;
    uint256 public depositCount;
    /// Deposited and not paid out.
    uint256 public held;
    mapping(uint256 index => bool) public paid;
    Output[] private outputs;

    event BatchPosted(uint256 indexed index, uint64 from, uint64 to, bytes32 batchHash);
    event OutputProposed(
        uint256 indexed index, uint64 number, bytes32 blockHash, bytes32 stateRoot, bytes32 withdrawalsRoot
    );
    event Deposited(uint256 indexed index, address indexed from, address indexed to, uint256 amount);
    event WithdrawalPaid(uint256 indexed index, address indexed to, uint256 amount);

    error NotBatcher(address caller);
    error NotProposer(address caller);
    error WrongRange(uint64 from, uint64 to);
    error WrongHash();
    error WrongBlock(uint64 number);
    error NothingSent();
    error UnknownOutput(uint256 output);
    error TooEarly(uint256 readyAt);
    error AlreadyPaid(uint256 index);
    error WrongProof();
    error NotEnoughHeld(uint256 amount);

    constructor(uint256 chainId, address batcher_, address proposer_, uint256 withdrawPeriod_) {
        rollupChainId = chainId;
        batcher = batcher_;
        proposer = proposer_;
        withdrawPeriod = withdrawPeriod_;
    }

    /// Posts the transactions of the next blocks, `from` to `to`, to the chain's history.
    function postBatch(uint64 from, uint64 to, bytes32 batchHash, bytes calldata data) external {
        if (msg.sender != batcher) revert NotBatcher(msg.sender);
        if (from != nextBlock || to < from) revert WrongRange(from, to);
        if (keccak256(data) != batchHash) revert WrongHash();
        nextBlock = to + 1;
        emit BatchPosted(batchCount++, from, to, batchHash);
    }

    /// Posts the state after the batched blocks up to `number`.
    function proposeOutput(uint64 number, bytes32 blockHash, bytes32 stateRoot, bytes32 withdrawalsRoot) external {
        if (msg.sender != proposer) revert NotProposer(msg.sender);
        uint256 count = outputs.length;
        if (number >= nextBlock || (count > 0 && number <= outputs[count - 1].number)) revert WrongBlock(number);
        outputs.push(Output(number, uint64(block.timestamp), blockHash, stateRoot, withdrawalsRoot));
        emit OutputProposed(count, number, blockHash, stateRoot, withdrawalsRoot);
    }

    /// Deposits coins for `to` on the rollup, paid there by its sequencer.
    function deposit(address to) external payable {
        if (msg.value == 0) revert NothingSent();
        held += msg.value;
        emit Deposited(depositCount++, msg.sender, to, msg.value);
    }

    /// Pays a withdrawal included in `output`, once, when the output is older than the period. Callable by any account.
    function finalizeWithdrawal(
        uint256 output,
        uint256 index,
        address from,
        address to,
        uint256 amount,
        bytes32[] calldata siblings
    ) external {
        if (output >= outputs.length) revert UnknownOutput(output);
        uint256 readyAt = outputs[output].proposedAt + withdrawPeriod;
        if (block.timestamp < readyAt) revert TooEarly(readyAt);
        if (paid[index]) revert AlreadyPaid(index);
        bytes32 leaf = WithdrawalTree.leafOf(index, from, to, amount);
        if (!WithdrawalTree.holds(outputs[output].withdrawalsRoot, leaf, index, siblings)) revert WrongProof();
        if (amount > held) revert NotEnoughHeld(amount);
        paid[index] = true;
        held -= amount;
        emit WithdrawalPaid(index, to, amount);
        Address.sendValue(payable(to), amount);
    }

    function outputCount() external view returns (uint256) {
        return outputs.length;
    }

    function outputAt(uint256 output) external view returns (Output memory) {
        if (output >= outputs.length) revert UnknownOutput(output);
        return outputs[output];
    }
}
