// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {RollupBridge} from "../RollupBridge.sol";
import {RollupSettlement} from "../RollupSettlement.sol";
import {Base} from "./Base.sol";
import {Leaves} from "./Leaves.sol";

// Long, for each test needs both ends of the bridge and what attacks them.

/// Takes what comes, and asks for the same once more while it comes.
contract Greedy {
    RollupSettlement private immutable settlement;
    bytes private again;
    bool public hasTried;
    bool public hasGot;

    constructor(RollupSettlement settlement_) {
        settlement = settlement_;
    }

    function plan(bytes calldata call_) external {
        again = call_;
    }

    receive() external payable {
        hasTried = true;
        (hasGot,) = address(settlement).call(again);
    }
}

/// Takes nothing, until it changes its mind.
contract Picky {
    bool public takes;

    function relent() external {
        takes = true;
    }

    function claimAt(RollupBridge bridge) external {
        bridge.claim(payable(address(this)));
    }

    receive() external payable {
        require(takes);
    }
}

contract RollupTest is Base {
    address private constant BATCHER = address(0xBA7C);
    address private constant PROPOSER = address(0x9409);
    address private constant SEQUENCER = address(0x5E9);
    uint256 private constant PERIOD = 600;
    RollupSettlement private settlement;
    RollupBridge private bridge;
    Leaves private leaves;

    function setUp() public {
        vm.warp(1_000_000);
        settlement = new RollupSettlement(909_001, BATCHER, PROPOSER, PERIOD);
        bridge = new RollupBridge(SEQUENCER);
        leaves = new Leaves();
        vm.deal(address(bridge), 1_000_000 ether);
    }

    function post(uint64 from, uint64 to) private {
        vm.prank(BATCHER);
        settlement.postBatch(from, to, keccak256("data"), "data");
    }

    function propose(uint64 number, bytes32 root) private {
        vm.prank(PROPOSER);
        settlement.proposeOutput(number, bytes32(uint256(1)), bytes32(uint256(2)), root);
    }

    /// Deposits `amount`, pays it on the rollup, withdraws it to `to` and makes it stand in an output; the withdrawal's place.
    function bridgedBack(address to, uint256 amount) private returns (uint256 index) {
        vm.deal(address(this), amount * 2);
        uint256 nonce = settlement.depositCount();
        settlement.deposit{value: amount}(OWNER);
        vm.prank(SEQUENCER);
        bridge.payDeposit(nonce, OWNER, amount);
        index = bridge.withdrawalCount();
        vm.prank(OWNER);
        bridge.withdraw{value: amount}(to);
        leaves.add(index, OWNER, to, amount);
        uint64 next = settlement.nextBlock();
        post(next, next);
        propose(next, bridge.withdrawalsRoot());
    }

    function finalizeCall(uint256 output, uint256 index, address to, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(
            RollupSettlement.finalizeWithdrawal, (output, index, OWNER, to, amount, leaves.siblings(index))
        );
    }

    function test_onlyTheBatcherPostsBatches() public {
        vm.expectRevert(abi.encodeWithSelector(RollupSettlement.NotBatcher.selector, address(this)));
        settlement.postBatch(1, 1, keccak256(""), "");
    }

    function test_batchesFollowEachOtherWithoutGapsAndOverlaps() public {
        post(1, 3);
        same(settlement.nextBlock(), 4);
        for (uint64 from = 3; from <= 5; from += 2) {
            vm.prank(BATCHER);
            vm.expectRevert(abi.encodeWithSelector(RollupSettlement.WrongRange.selector, from, from + 1));
            settlement.postBatch(from, from + 1, keccak256(""), "");
        }
        vm.prank(BATCHER);
        vm.expectRevert(abi.encodeWithSelector(RollupSettlement.WrongRange.selector, 4, 3));
        settlement.postBatch(4, 3, keccak256(""), "");
        post(4, 4);
        same(settlement.batchCount(), 2);
    }

    function test_aBatchIsWhatItsHashSays() public {
        vm.prank(BATCHER);
        vm.expectRevert(RollupSettlement.WrongHash.selector);
        settlement.postBatch(1, 1, keccak256("other"), "data");
    }

    function test_onlyTheProposerProposesOutputs() public {
        post(1, 1);
        vm.expectRevert(abi.encodeWithSelector(RollupSettlement.NotProposer.selector, address(this)));
        settlement.proposeOutput(1, 0, 0, 0);
    }

    function test_anOutputIsOfABlockThatABatchHoldsAndLaterThanTheLastOne() public {
        post(1, 5);
        propose(3, 0);
        for (uint64 number = 3; number <= 6; number += 3) {
            vm.prank(PROPOSER);
            vm.expectRevert(abi.encodeWithSelector(RollupSettlement.WrongBlock.selector, number));
            settlement.proposeOutput(number, 0, 0, 0);
        }
        propose(5, 0);
        same(settlement.outputCount(), 2);
        same(settlement.outputAt(1).number, 5);
    }

    function test_onlyTheSequencerPaysDeposits_eachOnceAndInOrder() public {
        vm.expectRevert(abi.encodeWithSelector(RollupBridge.NotSequencer.selector, address(this)));
        bridge.payDeposit(0, OWNER, 1);
        vm.prank(SEQUENCER);
        bridge.payDeposit(0, OWNER, 1 ether);
        for (uint256 index = 0; index <= 2; index += 2) {
            vm.prank(SEQUENCER);
            vm.expectRevert(abi.encodeWithSelector(RollupBridge.WrongDeposit.selector, index));
            bridge.payDeposit(index, OWNER, 1 ether);
        }
        same(OWNER.balance, 1 ether);
        same(bridge.bridged(), 1 ether);
    }

    function test_aReceiverThatRefusesADepositStopsNobodyAndFindsItLater() public {
        Picky picky = new Picky();
        vm.prank(SEQUENCER);
        bridge.payDeposit(0, address(picky), 1 ether);
        vm.prank(SEQUENCER);
        bridge.payDeposit(1, OWNER, 2 ether);
        same(OWNER.balance, 2 ether);
        same(bridge.owed(address(picky)), 1 ether);
        picky.relent();
        picky.claimAt(bridge);
        same(address(picky).balance, 1 ether);
        vm.expectRevert(RollupBridge.NothingOwed.selector);
        picky.claimAt(bridge);
    }

    function test_noMoreLeavesTheRollupThanWasBridgedIn() public {
        vm.prank(SEQUENCER);
        bridge.payDeposit(0, OWNER, 1 ether);
        vm.deal(address(this), 3 ether);
        vm.expectRevert(abi.encodeWithSelector(RollupBridge.MoreThanBridged.selector, 1 ether));
        bridge.withdraw{value: 1 ether + 1}(STRANGER);
        bridge.withdraw{value: 1 ether}(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(RollupBridge.MoreThanBridged.selector, 0));
        bridge.withdraw{value: 1}(STRANGER);
    }

    function test_nothingIsNeitherDepositedNorWithdrawn() public {
        vm.expectRevert(RollupSettlement.NothingSent.selector);
        settlement.deposit(OWNER);
        vm.expectRevert(RollupBridge.NothingSent.selector);
        bridge.withdraw(OWNER);
    }

    function test_aWithdrawalIsPaidAfterThePeriodAndOnce() public {
        uint256 index = bridgedBack(STRANGER, 2 ether);
        bytes32[] memory siblings = leaves.siblings(index);
        vm.warp(1_000_000 + PERIOD - 1);
        vm.expectRevert(abi.encodeWithSelector(RollupSettlement.TooEarly.selector, 1_000_000 + PERIOD));
        settlement.finalizeWithdrawal(0, index, OWNER, STRANGER, 2 ether, siblings);
        vm.warp(1_000_000 + PERIOD);
        settlement.finalizeWithdrawal(0, index, OWNER, STRANGER, 2 ether, siblings);
        same(STRANGER.balance, 2 ether);
        vm.expectRevert(abi.encodeWithSelector(RollupSettlement.AlreadyPaid.selector, index));
        settlement.finalizeWithdrawal(0, index, OWNER, STRANGER, 2 ether, siblings);
    }

    function test_aWithdrawalThatIsNotInTheOutputIsNotPaid() public {
        uint256 index = bridgedBack(STRANGER, 2 ether);
        bytes32[] memory siblings = leaves.siblings(index);
        vm.warp(1_000_000 + PERIOD);
        vm.expectRevert(abi.encodeWithSelector(RollupSettlement.UnknownOutput.selector, 1));
        settlement.finalizeWithdrawal(1, index, OWNER, STRANGER, 2 ether, siblings);
        vm.expectRevert(RollupSettlement.WrongProof.selector);
        settlement.finalizeWithdrawal(0, index, OWNER, STRANGER, 2 ether + 1, siblings);
        vm.expectRevert(RollupSettlement.WrongProof.selector);
        settlement.finalizeWithdrawal(0, index, OWNER, OWNER, 2 ether, siblings);
        vm.expectRevert(RollupSettlement.WrongProof.selector);
        settlement.finalizeWithdrawal(0, index + 1, OWNER, STRANGER, 2 ether, siblings);
        // The same leaf under a place that differs above the tree's height.
        vm.expectRevert(RollupSettlement.WrongProof.selector);
        settlement.finalizeWithdrawal(0, index + 2 ** 32, OWNER, STRANGER, 2 ether, siblings);
        vm.expectRevert(RollupSettlement.WrongProof.selector);
        settlement.finalizeWithdrawal(0, index, OWNER, STRANGER, 2 ether, new bytes32[](31));
    }

    function test_aReceiverThatCallsAgainWhileItIsPaidGetsNoMore() public {
        Greedy greedy = new Greedy(settlement);
        uint256 index = bridgedBack(address(greedy), 2 ether);
        bridgedBack(STRANGER, 3 ether);
        greedy.plan(finalizeCall(1, index, address(greedy), 2 ether));
        vm.warp(2_000_000);
        (bool done,) = address(settlement).call(finalizeCall(1, index, address(greedy), 2 ether));
        same(done ? 1 : 0, 1);
        same(greedy.hasTried() ? 1 : 0, 1);
        same(greedy.hasGot() ? 1 : 0, 0);
        same(address(greedy).balance, 2 ether);
    }

    function test_whatAProposerInventsIsPaidUpToTheDepositsOnly() public {
        settlement.deposit{value: 1 ether}(OWNER);
        // Coins that came without a deposit are nobody's to withdraw.
        vm.deal(address(settlement), 5 ether);
        leaves.add(0, OWNER, STRANGER, 2 ether);
        post(1, 1);
        propose(1, leaves.root());
        vm.warp(2_000_000);
        bytes32[] memory siblings = leaves.siblings(0);
        vm.expectRevert(abi.encodeWithSelector(RollupSettlement.NotEnoughHeld.selector, 2 ether));
        settlement.finalizeWithdrawal(0, 0, OWNER, STRANGER, 2 ether, siblings);
    }

    function testFuzz_everyWithdrawalHasAProof(uint8 count, uint8 chosen, uint64 amount) public {
        uint256 total = uint256(count % 12) + 1;
        vm.prank(SEQUENCER);
        bridge.payDeposit(0, OWNER, total * (uint256(amount) + total));
        vm.deal(address(settlement), 0);
        vm.deal(address(this), total * (uint256(amount) + total));
        settlement.deposit{value: total * (uint256(amount) + total)}(OWNER);
        for (uint256 index = 0; index < total; index++) {
            vm.prank(OWNER);
            bridge.withdraw{value: uint256(amount) + index + 1}(STRANGER);
            leaves.add(index, OWNER, STRANGER, uint256(amount) + index + 1);
        }
        same(uint256(leaves.root()), uint256(bridge.withdrawalsRoot()));
        post(1, 1);
        propose(1, bridge.withdrawalsRoot());
        vm.warp(2_000_000);
        uint256 place = chosen % total;
        settlement.finalizeWithdrawal(
            0, place, OWNER, STRANGER, uint256(amount) + place + 1, leaves.siblings(place)
        );
        same(STRANGER.balance, uint256(amount) + place + 1);
    }
}
