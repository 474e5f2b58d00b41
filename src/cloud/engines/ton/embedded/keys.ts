/** The accounts of the cloud on its own chain: made once for this installation, their secret kept encrypted. */
import { hkdfSync, randomBytes } from "node:crypto";
import { keyPairFromSeed, type KeyPair } from "@ton/crypto";
import { WalletContractV4 } from "@ton/ton";
import type { Db } from "../../database/database.ts";
import type { Seals } from "../../database/seals.ts";
import "../tables.ts";

/** collector: what people pay goes there. treasury: gives test coins. payout: pays people. */
export type TonRole = "collector" | "treasury" | "payout";

export interface OwnWallet {
  readonly keys: KeyPair;
  readonly contract: WalletContractV4;
}

export type OwnWallets = Readonly<Record<TonRole, OwnWallet>>;

const purpose = "ton-keys";
const keyBytes = 32;

/** Reads or makes them. Throws one sentence when they cannot be decrypted. Two processes may make them at once: the first that are stored stand. */
export const openOwnWallets = async (db: Db, seals: Seals): Promise<OwnWallets> => {
  const row = (await find(db)) ?? (await make(db, seals));
  return walletsOf(opened(seals, row.sealed));
};

const find = (db: Db) => db.selectFrom("ton_key").select("sealed").executeTakeFirst();

const make = async (db: Db, seals: Seals) => {
  const seed = randomBytes(keyBytes).toString("hex");
  await db
    .insertInto("ton_key")
    .values({ sealed: seals.seal(purpose, seed) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find(db))!;
};

const walletsOf = (seed: string): OwnWallets => ({
  collector: walletOf(seed, "collector"),
  treasury: walletOf(seed, "treasury"),
  payout: walletOf(seed, "payout"),
});

const walletOf = (seed: string, role: TonRole): OwnWallet => {
  const secret = hkdfSync("sha256", Buffer.from(seed, "hex"), "freehold", `ton ${role}`, keyBytes);
  const keys = keyPairFromSeed(Buffer.from(secret));
  return { keys, contract: WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey }) };
};

const opened = (seals: Seals, sealed: Buffer): string => {
  try {
    return seals.open(purpose, sealed);
  } catch (error) {
    throw new Error("The keys of the cloud's accounts on TON were encrypted under another SECRET_KEY.", {
      cause: error,
    });
  }
};
