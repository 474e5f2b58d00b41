/** Whether transactions are signed as zkSync Lite wants it: by the account's own key (RedDSA), and by the wallet (EIP-191). */
import { createRequire } from "node:module";
import { recoverMessageAddress, type Hex } from "viem";

export interface KeySignature {
  /** 64 hexadecimal digits. */
  readonly pubKey: string;
  /** 128 of them. */
  readonly signature: string;
}

export interface KeyCheck {
  /** "sync:…" of the key that signed `packed`; undefined when it did not. */
  signer(packed: Uint8Array, signature: KeySignature): string | undefined;
}

/** Each call that the module breaks off leaves some of its stack behind: after so many it is loaded anew. */
const brokenMax = 50;

/** The module does one thing at a time and takes some 15 ms for it; its tables are made at the first. */
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
        // It throws for what is no key or no signature at all.
        broken += 1;
        if (broken % brokenMax === 0) crypto = load();
        return undefined;
      }
    },
  };
};

/** The address of the wallet that signed a text or bytes; undefined for what is no signature. */
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
