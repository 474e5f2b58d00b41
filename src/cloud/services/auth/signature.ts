import { recoverMessageAddress, type Hex } from "viem";

/**
 * Says whether `address` signed `message`. Contract wallets (ERC-1271) are another implementation of this, which asks
 * their chain.
 */
export type SignatureCheck = (signed: { address: string; message: string; signature: Hex }) => Promise<boolean>;

/** For wallets that hold a key of their own: the address recovered from an EIP-191 signature is the signer's. */
export const signedByKey: SignatureCheck = async ({ address, message, signature }) => {
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() === address.toLowerCase();
  } catch {
    return false; // Not a signature at all: of the wrong length, or of no curve point.
  }
};
