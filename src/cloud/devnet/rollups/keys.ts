/** Derives the keys of one rollup's accounts from a separate secret that is stored encrypted. */
import { hkdfSync, randomBytes } from "node:crypto";
import { computeAddress, getCreateAddress } from "ethers";
import type { RollupRole } from "../../../../resources/raas/rollups.ts";
import { type Encryption, rollupPurpose } from "../../engines/database/encryption.ts";
import type { RollupRow } from "./rows.ts";

/** Besides the roles: the deployer of the contract on the settlement chain and the rollup's faucet. */
export type AccountName = RollupRole | "deployer" | "faucet";
const names: readonly AccountName[] = ["sequencer", "batcher", "proposer", "deployer", "faucet"];

export type Addresses = Readonly<Record<AccountName, string>>;

/** Generates the accounts of a new rollup. */
export const createAccounts = (encryption: Encryption, id: string): { addresses: Addresses; sealed: Buffer } => {
  const seed = randomBytes(32);
  const addresses = Object.fromEntries(names.map((name) => [name, computeAddress(derived(seed, name))]));
  return { addresses: addresses as Addresses, sealed: encryption.seal(rollupPurpose(id), seed.toString("hex")) };
};

/** Throws one sentence if the secret can't be decrypted. */
export const privateKeyOf = (
  encryption: Encryption,
  { id, sealed }: Pick<RollupRow, "id" | "sealed">,
  name: AccountName,
) => {
  try {
    return derived(Buffer.from(encryption.open(rollupPurpose(id), sealed), "hex"), name);
  } catch (error) {
    throw new Error("This rollup's keys were encrypted with a different SECRET_KEY.", { cause: error });
  }
};

export const addressesOf = ({ addresses }: Pick<RollupRow, "addresses">): Addresses => addresses as Addresses;

/**
 * Returns both contract addresses. Each is its account's first transaction: the contract on the settlement chain, the
 * bridge on the rollup.
 */
export const contractsOf = (row: Pick<RollupRow, "addresses">): { contract: string; bridge: string } => {
  const { deployer, sequencer } = addressesOf(row);
  return {
    contract: getCreateAddress({ from: deployer, nonce: 0 }),
    bridge: getCreateAddress({ from: sequencer, nonce: 0 }),
  };
};

const derived = (seed: Buffer, name: AccountName): string =>
  `0x${Buffer.from(hkdfSync("sha256", seed, "freehold", `rollup ${name}`, 32)).toString("hex")}`;
