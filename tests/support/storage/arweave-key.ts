import { generateKeyPairSync, randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { openWallet } from "../../../src/cloud/engines/arweave/wallet.ts";

const kept = join(import.meta.dirname, "../../../node_modules/.cache/freehold-arweave-key.json");

const makeKey = (): void => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 4096, publicExponent: 0x10001 });
  mkdirSync(dirname(kept), { recursive: true });
  const draft = `${kept}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(privateKey.export({ format: "jwk" })));
  try {
    linkSync(draft, kept);
  } catch (error) {
    // Another test file created it first; use that key.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
};

if (!existsSync(kept)) makeKey();

/** The tests' key, generated on first use and cached with the packages, because generating one takes seconds. */
export const arweaveKeyFile = kept;
export const arweaveKey = JSON.parse(readFileSync(kept, "utf8")) as Parameters<typeof openWallet>[0];
