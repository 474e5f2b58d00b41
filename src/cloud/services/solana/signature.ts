import { ed25519 } from "@noble/curves/ed25519";
import { base58 } from "@scure/base";

/** Verifies an ed25519 `signature` (base58) of this text by the key of a Solana address. */
export const isSignedBy = (address: string, text: string, signature: string): boolean => {
  try {
    return ed25519.verify(base58.decode(signature), new TextEncoder().encode(text), base58.decode(address));
  } catch {
    return false; // Wrong length, or no point of the curve.
  }
};
