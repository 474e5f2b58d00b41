// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A registry of names as ENS (EIP-137) and Space ID have it; anybody may take a name.
contract NameRegistry {
    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;

    function take(bytes32 node, address who, address firstResolver) external {
        owner[node] = who;
        resolver[node] = firstResolver;
    }
}

/// A resolver that keeps content hashes (EIP-1577) and takes them from a name's owner only.
contract ContentResolver {
    NameRegistry private immutable registry;
    mapping(bytes32 node => bytes) public contenthash;

    event ContenthashChanged(bytes32 indexed node, bytes hash);

    constructor(NameRegistry its) {
        registry = its;
    }

    function setContenthash(bytes32 node, bytes calldata hash) external {
        require(registry.owner(node) == msg.sender, "not the owner");
        contenthash[node] = hash;
        emit ContenthashChanged(node, hash);
    }
}
