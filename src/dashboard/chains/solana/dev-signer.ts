/** Signer of the built-in Solana wallet: a separate chunk. */
import { ed25519 } from "@noble/curves/ed25519";
import { base58 } from "@scure/base";

export const newSecretKey = (): Uint8Array => ed25519.utils.randomPrivateKey();

export const addressOf = (key: Uint8Array): string => base58.encode(ed25519.getPublicKey(key));

/** ed25519 signature, base58. */
export const signText = (key: Uint8Array, text: string): string =>
  base58.encode(ed25519.sign(new TextEncoder().encode(text), key));
