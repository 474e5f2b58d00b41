import { ed25519 } from "@noble/curves/ed25519";
import { base58 } from "@scure/base";

/** Whether `signature` (base58) is ed25519's of this text by the key that a Solana address is. */
export const isSignedBy = (address: string, text: string, signature: string): boolean => {
  try {
    return ed25519.verify(base58.decode(signature), new TextEncoder().encode(text), base58.decode(address));
  } catch {
    return false; // Of a wrong length, or no point of the curve.
  }
};
