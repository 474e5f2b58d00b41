// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// forge's cheatcodes, those that are used here: npm has no current forge-std.
interface Vm {
    function addr(uint256 key) external returns (address);
    function assume(bool condition) external;
    function deal(address who, uint256 balance) external;
    function expectEmit(bool topic1, bool topic2, bool topic3, bool data) external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 timestamp) external;
}

abstract contract Base {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bool public constant IS_TEST = true;

    address internal constant OWNER = address(0xA11CE);
    address internal constant STRANGER = address(0xBAD);
    bytes32 internal constant ACCOUNT = bytes32(uint256(0xC10D) << 240);

    error NotEqual(uint256 left, uint256 right);

    function same(uint256 left, uint256 right) internal pure {
        if (left != right) revert NotEqual(left, right);
    }

    function same(address left, address right) internal pure {
        same(uint160(left), uint160(right));
    }
}
