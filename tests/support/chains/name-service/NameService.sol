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

/// A resolver that sends those who ask it elsewhere (EIP-3668).
contract OffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    string private url;

    constructor(string memory its) {
        url = its;
    }

    function contenthash(bytes32 node) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, abi.encode(node), this.contenthash.selector, "");
    }
}
