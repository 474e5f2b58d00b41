// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Registration} from "../Registration.sol";
import {Base} from "./Base.sol";

/// A registrar that is a contract: it vouches for one digest.
contract ContractRegistrar is IERC1271 {
    bytes32 public vouchedFor;

    function vouch(bytes32 digest) external {
        vouchedFor = digest;
    }

    function isValidSignature(bytes32 digest, bytes calldata) external view returns (bytes4) {
        return digest == vouchedFor ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}

contract RegistrationTest is Base {
    uint256 private constant KEY = 0xC0FFEE;
    Registration private registration;

    function setUp() public {
        registration = new Registration(OWNER, vm.addr(KEY));
    }

    function digestOf(Registration target, address account, bytes32 uid) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Registration"),
                keccak256("1"),
                block.chainid,
                address(target)
            )
        );
        bytes32 hash = keccak256(abi.encode(keccak256("Register(address account,bytes32 uid)"), account, uid));
        return keccak256(abi.encodePacked("\x19\x01", domain, hash));
    }

    function signed(uint256 key, address account, bytes32 uid) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digestOf(registration, account, uid));
        return abi.encodePacked(r, s, v);
    }

    function testFuzz_registersWhomTheRegistrarVouchesFor(address account, bytes32 uid, address sender) public {
        vm.assume(account != address(0) && uid != 0);
        bytes memory signature = signed(KEY, account, uid);
        vm.prank(sender);
        registration.registerAccount(account, uid, signature);
        require(registration.accountExists(account));
        same(registration.accountOf(uid), account);
        same(uint256(registration.uidOf(account)), uint256(uid));
    }

    function testFuzz_refusesEveryOtherSigner(uint256 key, address account, bytes32 uid) public {
        key = 1 + (key % (2 ** 128));
        vm.assume(key != KEY && account != address(0) && uid != 0);
        bytes memory signature = signed(key, account, uid);
        vm.expectRevert(Registration.InvalidSignature.selector);
        registration.registerAccount(account, uid, signature);
    }

    function testFuzz_refusesASignatureForAnotherPair(address account, bytes32 uid, address other, bytes32 otherUid) public {
        vm.assume(other != address(0) && otherUid != 0 && (account != other || uid != otherUid));
        bytes memory signature = signed(KEY, account, uid);
        vm.expectRevert(Registration.InvalidSignature.selector);
        registration.registerAccount(other, otherUid, signature);
    }

    function test_refusesASignatureForAnotherContract() public {
        Registration second = new Registration(OWNER, vm.addr(KEY));
        bytes memory signature = signed(KEY, STRANGER, ACCOUNT);
        vm.expectRevert(Registration.InvalidSignature.selector);
        second.registerAccount(STRANGER, ACCOUNT, signature);
    }

    function test_registersAWalletOnce() public {
        registration.registerAccount(STRANGER, ACCOUNT, signed(KEY, STRANGER, ACCOUNT));
        bytes memory again = signed(KEY, STRANGER, bytes32(uint256(2)));
        vm.expectRevert(abi.encodeWithSelector(Registration.AccountAlreadyRegistered.selector, STRANGER));
        registration.registerAccount(STRANGER, bytes32(uint256(2)), again);
    }

    function test_registersAPersonOnce() public {
        registration.registerAccount(STRANGER, ACCOUNT, signed(KEY, STRANGER, ACCOUNT));
        bytes memory again = signed(KEY, OWNER, ACCOUNT);
        vm.expectRevert(abi.encodeWithSelector(Registration.UidAlreadyRegistered.selector, ACCOUNT));
        registration.registerAccount(OWNER, ACCOUNT, again);
    }

    function test_refusesNobody() public {
        vm.expectRevert(Registration.InvalidAccount.selector);
        registration.registerAccount(address(0), ACCOUNT, "");
        vm.expectRevert(Registration.InvalidAccount.selector);
        registration.registerAccount(STRANGER, 0, "");
    }

    function test_takesAContractAsRegistrar() public {
        ContractRegistrar next = new ContractRegistrar();
        vm.prank(OWNER);
        registration.setRegistrar(address(next));
        vm.expectRevert(Registration.InvalidSignature.selector);
        registration.registerAccount(STRANGER, ACCOUNT, "");
        next.vouch(digestOf(registration, STRANGER, ACCOUNT));
        registration.registerAccount(STRANGER, ACCOUNT, "");
        require(registration.accountExists(STRANGER));
    }

    function test_onlyTheOwnerNamesTheRegistrar() public {
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
        registration.setRegistrar(STRANGER);
    }
}
