// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// Validates the signature of a contract wallet: by the wallet's code (ERC-1271), or by a deployment included in the signature (ERC-6492).
/// Never deployed: as the data of an `eth_call` without a recipient, its constructor returns one byte, 1 for a valid signature.
contract SignatureValidator {
    /// The last 32 bytes of a signature that includes a deployment.
    bytes32 private constant WRAPPED = 0x6492649264926492649264926492649264926492649264926492649264926492;

    constructor(address wallet, bytes32 hash, bytes memory signature) {
        bool isValid = isWrapped(signature) ? isValidWrapped(wallet, hash, signature) : isAccepted(wallet, hash, signature);
        assembly {
            mstore(0, isValid)
            return(31, 1)
        }
    }

    /// A deployed wallet is asked as it is, so that its current owners count; then after the included call, which may be an upgrade that
    /// the signature needs.
    function isValidWrapped(address wallet, bytes32 hash, bytes memory signature) private returns (bool) {
        (address target, bytes memory data, bytes memory inner) = abi.decode(signature, (address, bytes, bytes));
        if (isAccepted(wallet, hash, inner)) return true;
        (bool success,) = target.call(data);
        return success && isAccepted(wallet, hash, inner);
    }

    function isAccepted(address wallet, bytes32 hash, bytes memory signature) private view returns (bool) {
        return wallet.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(wallet, hash, signature);
    }

    function isWrapped(bytes memory signature) private pure returns (bool) {
        uint256 length = signature.length;
        if (length < 32) return false;
        bytes32 end;
        assembly {
            end := mload(add(signature, length))
        }
        return end == WRAPPED;
    }
}
