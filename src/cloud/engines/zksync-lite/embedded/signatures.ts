/** Verifies zkSync Lite signatures: by the account's own key (RedDSA), and by the wallet (EIP-191). */
import { createRequire } from "node:module";
import { recoverMessageAddress, type Hex } from "viem";

export interface KeySignature {
  /** 64 hexadecimal digits. */
  readonly pubKey: string;
  /** 128 hexadecimal digits. */
  readonly signature: string;
}

export interface KeyCheck {
  /** Returns "sync:…" of the key that signed `packed`; undefined for an invalid signature. */
  signer(packed: Uint8Array, signature: KeySignature): string | undefined;
}

/** Each aborted call of the module leaks some of its stack: it is reloaded after this many. */
const brokenMax = 50;

/** The module runs one call at a time, about 15 ms each; the first builds its tables. */
export const openKeyCheck = (): KeyCheck => {
  let crypto = load();
  let broken = 0;
  return {
    signer: (packed, { pubKey, signature }) => {
      try {
        const signed = crypto.verify_musig(packed, Buffer.from(pubKey + signature, "hex"));
        return signed
          ? `sync:${Buffer.from(crypto.pubKeyHash(Buffer.from(pubKey, "hex"))).toString("hex")}`
          : undefined;
      } catch {
        // Throws on malformed keys or signatures.
        broken += 1;
        if (broken % brokenMax === 0) crypto = load();
        return undefined;
      }
    },
  };
};

/** Returns the wallet address that signed a text or bytes; undefined for an invalid signature. */
export const walletOf = async (message: string | Uint8Array, signature: string): Promise<string | undefined> => {
  try {
    const raw = typeof message === "string" ? message : { raw: message };
    return (await recoverMessageAddress({ message: raw, signature: signature as Hex })).toLowerCase();
  } catch {
    return undefined;
  }
};

const load = () => {
  const require = createRequire(import.meta.url);
  const file = require.resolve("zksync-crypto");
  Reflect.deleteProperty(require.cache, file);
  return require(file) as typeof import("zksync-crypto");
};
