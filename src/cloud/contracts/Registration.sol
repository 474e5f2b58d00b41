// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// Maps users of Freehold to wallets on chain. Freehold's registrar signs each pair (EIP-712), so any account may send the
/// transaction and pay for it.
contract Registration is Ownable, EIP712 {
    bytes32 private constant REGISTER = keccak256("Register(address account,bytes32 uid)");

    /// Signer of registrations: a key, or a contract wallet (ERC-1271).
    address public registrar;
    mapping(bytes32 uid => address account) public accountOf;
    mapping(address account => bytes32 uid) public uidOf;

    event AccountRegistered(address indexed account, bytes32 indexed uid);
    event RegistrarChanged(address indexed registrar);

    error AccountAlreadyRegistered(address account);
    error UidAlreadyRegistered(bytes32 uid);
    error InvalidSignature();
    error InvalidAccount();

    constructor(address owner, address firstRegistrar) Ownable(owner) EIP712("Registration", "1") {
        _setRegistrar(firstRegistrar);
    }

    /// Registers `account` for the user `uid`, permanently.
    function registerAccount(address account, bytes32 uid, bytes calldata signature) external {
        // Zero means "none" in both mappings.
        if (account == address(0) || uid == 0) revert InvalidAccount();
        if (uidOf[account] != 0) revert AccountAlreadyRegistered(account);
        if (accountOf[uid] != address(0)) revert UidAlreadyRegistered(uid);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(REGISTER, account, uid)));
        if (!SignatureChecker.isValidSignatureNow(registrar, digest, signature)) revert InvalidSignature();
        accountOf[uid] = account;
        uidOf[account] = uid;
        emit AccountRegistered(account, uid);
    }

    function accountExists(address account) external view returns (bool) {
        return uidOf[account] != 0;
    }

    function setRegistrar(address next) external onlyOwner {
        _setRegistrar(next);
    }

    function _setRegistrar(address next) private {
        registrar = next;
        emit RegistrarChanged(next);
    }
}
