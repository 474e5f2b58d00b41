/**
 * Keys of Freehold's accounts on chain: the operator's, or generated once for this installation and stored encrypted.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { computeAddress } from "ethers";
import * as z from "zod";
import type { Db } from "../database/database.ts";
import { type Encryption, evmPurpose } from "../database/encryption.ts";
import type { EvmRole } from "./evm.ts";

/**
 * Besides the roles: an account that only deploys the contracts, so that their addresses are predictable, and the
 * faucet's account.
 */
export type KeyName = EvmRole | "deployer" | "treasury";
export const keyNames: readonly KeyName[] = ["registrar", "feeder", "relayer", "collector", "deployer", "treasury"];

export interface EvmKeys {
  /** Genesis time of the installation's chains, Unix seconds. */
  readonly genesisAt: number;
  readonly addresses: Readonly<Record<KeyName, string>>;
  /** Returns the private key, 0x. Throws one sentence if it can't be decrypted. */
  privateKey(name: KeyName): string;
}

const keyBytes = 32;

/** Reads or generates the keys; those of roles come from `keyFile` if set. Throws one sentence with the problem. */
export const openKeys = async (db: Db, encryption: Encryption, keyFile?: string): Promise<EvmKeys> => {
  const row = (await find(db)) ?? (await make(db, encryption));
  const fromFile = keyFile === undefined ? {} : await readKeyFile(keyFile);
  const addresses = { ...(row.addresses as Record<KeyName, string>) };
  for (const [name, key] of Object.entries(fromFile)) addresses[name as KeyName] = computeAddress(key);
  return {
    genesisAt: Number(row.genesis_at),
    addresses,
    privateKey: (name) => fromFile[name] ?? derived(opened(encryption, row.sealed), name),
  };
};

const find = (db: Db) => db.selectFrom("evm_key").selectAll().executeTakeFirst();

/** If two processes generate them at once, both use the first stored ones. */
const make = async (db: Db, encryption: Encryption) => {
  const seed = randomBytes(keyBytes).toString("hex");
  const addresses = Object.fromEntries(keyNames.map((name) => [name, computeAddress(derived(seed, name))]));
  await db
    .insertInto("evm_key")
    .values({
      genesis_at: Math.floor(Date.now() / 1000),
      addresses: JSON.stringify(addresses),
      sealed: encryption.seal(evmPurpose, seed),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find(db))!;
};

const derived = (seed: string, name: KeyName): string =>
  `0x${Buffer.from(hkdfSync("sha256", Buffer.from(seed, "hex"), "freehold", `evm ${name}`, keyBytes)).toString("hex")}`;

const opened = (encryption: Encryption, sealed: Buffer): string => {
  try {
    return encryption.open(evmPurpose, sealed);
  } catch (error) {
    throw new Error("The keys of the server's on-chain accounts were encrypted with a different SECRET_KEY.", {
      cause: error,
    });
  }
};

const privateKey = z
  .string()
  .trim()
  .regex(/^0x[0-9a-fA-F]{64}$/);
const byRole = z.strictObject({
  registrar: privateKey,
  feeder: privateKey,
  relayer: privateKey,
  collector: privateKey,
});
type FileKeys = Partial<Record<KeyName, string>>;

/** Reads one key for all roles, or JSON with one key per role. */
const readKeyFile = async (path: string): Promise<FileKeys> => {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`EVM_SIGNER_KEY_FILE: ${path} cannot be read.`);
  });
  const single = privateKey.safeParse(text);
  if (single.success) {
    const { data: key } = single;
    return { registrar: key, feeder: key, relayer: key, collector: key };
  }
  const each = byRole.safeParse(jsonOf(text));
  if (!each.success)
    throw new Error("EVM_SIGNER_KEY_FILE holds a private key (0x and 64 digits), or JSON with one for each role.");
  return each.data;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
