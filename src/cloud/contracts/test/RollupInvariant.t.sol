// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {RollupBridge} from "../RollupBridge.sol";
import {RollupSettlement} from "../RollupSettlement.sol";
import {Base} from "./Base.sol";
import {Leaves} from "./Leaves.sol";

/// Moves coins over a bridge in any order, and is every role of the rollup.
contract Movers is Base {
    RollupSettlement public immutable settlement;
    RollupBridge public immutable bridge;
    Leaves private immutable leaves = new Leaves();
    uint256 public constant LIQUIDITY = 1_000_000 ether;
    uint256 public deposited;
    uint256 public paidOnRollup;
    uint256 public withdrawn;
    uint256 public paidOut;
    uint256[] private waiting;
    uint256[] private amounts;
    uint256 private finalized;

    constructor() {
        settlement = new RollupSettlement(909_001, address(this), address(this), 0);
        bridge = new RollupBridge(address(this));
        vm.deal(address(bridge), LIQUIDITY);
    }

    receive() external payable {}

    function deposit(uint64 amount) external {
        uint256 coin = uint256(amount) + 1;
        vm.deal(address(this), coin);
        settlement.deposit{value: coin}(STRANGER);
        waiting.push(coin);
        deposited += coin;
    }

    function relay() external {
        uint256 next = bridge.nextDeposit();
        if (next >= waiting.length) return;
        bridge.payDeposit(next, STRANGER, waiting[next]);
        paidOnRollup += waiting[next];
    }

    function withdraw(uint64 amount) external {
        uint256 most = bridge.bridged();
        if (most == 0) return;
        uint256 coin = (uint256(amount) % most) + 1;
        vm.deal(address(this), coin);
        leaves.add(amounts.length, address(this), OWNER, coin);
        amounts.push(coin);
        bridge.withdraw{value: coin}(OWNER);
        withdrawn += coin;
    }

    function settle() external {
        uint64 next = settlement.nextBlock();
        settlement.postBatch(next, next, keccak256(""), "");
        settlement.proposeOutput(next, 0, 0, bridge.withdrawalsRoot());
    }

    function finalize() external {
        uint256 outputs = settlement.outputCount();
        if (outputs == 0 || settlement.outputAt(outputs - 1).withdrawalsRoot != leaves.root()) return;
        if (finalized >= amounts.length) return;
        uint256 index = finalized++;
        bytes32[] memory siblings = leaves.siblings(index);
        settlement.finalizeWithdrawal(outputs - 1, index, address(this), OWNER, amounts[index], siblings);
        paidOut += amounts[index];
    }
}

contract RollupInvariant is Base {
    Movers private movers;

    function setUp() public {
        movers = new Movers();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(movers);
    }

    function invariant_theSettlementHoldsWhatWasDepositedAndNotPaidOut() public view {
        same(movers.settlement().held(), movers.deposited() - movers.paidOut());
        same(address(movers.settlement()).balance, movers.settlement().held());
        same(OWNER.balance, movers.paidOut());
    }

    function invariant_whatWaitsToBeWithdrawnIsCovered() public view {
        same(movers.bridge().bridged(), movers.paidOnRollup() - movers.withdrawn());
        uint256 claims = movers.withdrawn() - movers.paidOut() + movers.bridge().bridged();
        if (claims > movers.settlement().held()) revert NotEqual(claims, movers.settlement().held());
    }

    function invariant_theBridgeKeepsEveryCoinThatItDidNotPay() public view {
        same(address(movers.bridge()).balance, movers.LIQUIDITY() - movers.paidOnRollup() + movers.withdrawn());
        same(STRANGER.balance, movers.paidOnRollup());
    }
}
