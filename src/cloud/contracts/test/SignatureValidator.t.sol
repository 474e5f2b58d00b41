// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {SignatureValidator} from "../SignatureValidator.sol";
import {Base} from "./Base.sol";

/// A wallet that accepts a password as the signature of every hash but zero.
contract PasswordWallet is IERC1271 {
    bytes32 private password;

    constructor(bytes memory first) {
        password = keccak256(first);
    }

    function change(bytes calldata next) external {
        password = keccak256(next);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(hash != 0, "no hash");
        return keccak256(signature) == password ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Answers every call with the selector in its lowest bytes, which is not the value of ERC-1271.
contract Misaligned {
    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(uint256(uint32(IERC1271.isValidSignature.selector)));
    }
}

contract Factory {
    function deploy(bytes32 salt, bytes calldata password) external returns (address) {
        return address(new PasswordWallet{salt: salt}(password));
    }

    function fail() external pure {
        revert("fails");
    }
}

contract SignatureValidatorTest is Base {
    bytes32 private constant HASH = keccak256("message");
    bytes32 private constant SALT = bytes32(uint256(1));
    Factory private factory;

    function setUp() public {
        factory = new Factory();
    }

    /// The constructor's answer is what would be the code.
    function validate(address wallet, bytes32 hash, bytes memory signature) private returns (bool) {
        bytes memory code = abi.encodePacked(type(SignatureValidator).creationCode, abi.encode(wallet, hash, signature));
        address validator;
        assembly {
            validator := create(0, add(code, 32), mload(code))
        }
        require(validator != address(0), "reverted");
        bytes memory answer = validator.code;
        same(answer.length, 1);
        require(uint8(answer[0]) < 2, "neither 0 nor 1");
        return uint8(answer[0]) == 1;
    }

    function wrapped(address target, bytes memory data, bytes memory signature) private pure returns (bytes memory) {
        bytes32 end = 0x6492649264926492649264926492649264926492649264926492649264926492;
        return abi.encodePacked(abi.encode(target, data, signature), end);
    }

    function addressOf(bytes memory password) private view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(PasswordWallet).creationCode, abi.encode(password)));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", factory, SALT, code)))));
    }

    function deployment(bytes memory password) private pure returns (bytes memory) {
        return abi.encodeCall(Factory.deploy, (SALT, password));
    }

    function testFuzz_asksADeployedWallet(bytes calldata password, bytes calldata other) public {
        vm.assume(keccak256(password) != keccak256(other));
        address wallet = address(new PasswordWallet(password));
        require(validate(wallet, HASH, password));
        require(!validate(wallet, HASH, other));
        require(!validate(wallet, 0, password), "the wallet reverts");
    }

    function testFuzz_deploysAnUndeployedWallet(bytes calldata password, bytes calldata other) public {
        vm.assume(keccak256(password) != keccak256(other));
        address wallet = addressOf(password);
        same(wallet.code.length, 0);
        require(!validate(wallet, HASH, password));
        require(!validate(wallet, HASH, wrapped(address(factory), abi.encodeCall(Factory.fail, ()), password)));
        require(!validate(wallet, HASH, wrapped(address(factory), deployment(other), other)), "another wallet");
        require(validate(wallet, HASH, wrapped(address(factory), deployment(password), password)));
    }

    function test_refusesAnUndeployedWalletsWrongSignature() public {
        address wallet = addressOf("right");
        require(!validate(wallet, HASH, wrapped(address(factory), deployment("right"), "wrong")));
    }

    function test_acceptsTheWrappedSignatureOfADeployedWallet() public {
        address wallet = factory.deploy(SALT, "right");
        same(wallet, addressOf("right"));
        require(validate(wallet, HASH, wrapped(address(factory), deployment("right"), "right")));
        require(!validate(wallet, HASH, wrapped(address(factory), deployment("right"), "wrong")));
    }

    function test_asksADeployedWalletBeforeTheIncludedCallAndAfterIt() public {
        address wallet = factory.deploy(SALT, "old");
        bytes memory change = abi.encodeCall(PasswordWallet.change, ("new"));
        require(validate(wallet, HASH, wrapped(wallet, change, "old")), "before");
        require(validate(wallet, HASH, wrapped(wallet, change, "new")), "after");
    }

    function test_refusesWhatIsNoWallet() public {
        require(!validate(STRANGER, HASH, ""));
        require(!validate(address(new Misaligned()), HASH, ""));
        // Precompiled contracts: the fourth one returns its input, which begins with the expected value.
        for (uint160 each = 1; each <= 10; each++) require(!validate(address(each), 0, ""));
    }

    function testFuzz_refusesShortSignatures(bytes32 text, uint256 length) public {
        bytes memory signature = abi.encodePacked(text);
        length = length % 33;
        assembly {
            mstore(signature, length)
        }
        require(!validate(addressOf("right"), HASH, signature));
    }
}
