// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// The withdrawals' tree once more, made plainly: all leaves are kept, and each level is hashed from the one below.
contract Leaves {
    uint256 private constant DEPTH = 32;
    bytes32[] private leaves;

    function add(uint256 index, address from, address to, uint256 amount) external {
        leaves.push(keccak256(abi.encode(index, from, to, amount)));
    }

    function root() external view returns (bytes32 node) {
        (node,) = walk(0);
    }

    function siblings(uint256 place) external view returns (bytes32[] memory found) {
        (, found) = walk(place);
    }

    function walk(uint256 place) private view returns (bytes32, bytes32[] memory) {
        bytes32[] memory found = new bytes32[](DEPTH);
        bytes32[] memory level = leaves;
        bytes32 empty;
        for (uint256 height = 0; height < DEPTH; height++) {
            uint256 beside = (place >> height) ^ 1;
            found[height] = beside < level.length ? level[beside] : empty;
            bytes32[] memory above = new bytes32[]((level.length + 1) / 2);
            for (uint256 node = 0; node < above.length; node++) {
                bytes32 right = 2 * node + 1 < level.length ? level[2 * node + 1] : empty;
                above[node] = keccak256(abi.encode(level[2 * node], right));
            }
            level = above;
            empty = keccak256(abi.encode(empty, empty));
        }
        return (level.length == 0 ? empty : level[0], found);
    }
}
