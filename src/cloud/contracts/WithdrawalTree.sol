// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A Merkle tree of 2^32 leaves, filled from the left; empty places hold zero. A leaf is the hash of 128 bytes and a node that of 64, so
/// that a node can't pass for a leaf.
library WithdrawalTree {
    uint256 internal constant DEPTH = 32;

    struct Tree {
        uint256 count;
        /// The last complete left node of each level.
        bytes32[DEPTH] branch;
    }

    error TreeFull();

    function leafOf(uint256 index, address from, address to, uint256 amount) internal pure returns (bytes32) {
        return keccak256(abi.encode(index, from, to, amount));
    }

    /// Adds a leaf at index `count`. Returns the new root.
    function append(Tree storage tree, bytes32 leaf) internal returns (bytes32) {
        uint256 place = tree.count;
        if (place == 2 ** DEPTH - 1) revert TreeFull();
        tree.count = place + 1;
        bytes32 node = leaf;
        for (uint256 level = 0; level < DEPTH; level++) {
            if ((place >> level) & 1 == 0) {
                tree.branch[level] = node;
                break;
            }
            node = pairHash(tree.branch[level], node);
        }
        return rootOf(tree);
    }

    function rootOf(Tree storage tree) internal view returns (bytes32 node) {
        uint256 count = tree.count;
        bytes32 empty;
        for (uint256 level = 0; level < DEPTH; level++) {
            node = (count >> level) & 1 == 1 ? pairHash(tree.branch[level], node) : pairHash(node, empty);
            empty = pairHash(empty, empty);
        }
    }

    /// Returns whether the tree under `root` has the leaf at `place`.
    function holds(bytes32 root, bytes32 leaf, uint256 place, bytes32[] calldata siblings) internal pure returns (bool) {
        if (siblings.length != DEPTH || place >= 2 ** DEPTH) return false;
        bytes32 node = leaf;
        for (uint256 level = 0; level < DEPTH; level++) {
            bytes32 sibling = siblings[level];
            node = (place >> level) & 1 == 1 ? pairHash(sibling, node) : pairHash(node, sibling);
        }
        return node == root;
    }

    function pairHash(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return keccak256(abi.encode(left, right));
    }
}
