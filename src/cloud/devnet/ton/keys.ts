/** Freehold's accounts on the local TON devnet: created once per installation, with their secret encrypted. */
import { hkdfSync, randomBytes } from "node:crypto";
import { keyPairFromSeed, type KeyPair } from "@ton/crypto";
import { WalletContractV4 } from "@ton/ton";
import type { Db } from "../../engines/database/database.ts";
import { type Encryption, tonPurpose } from "../../engines/database/encryption.ts";

/** collector: receives payments. treasury: sends test coins. payout: pays withdrawals. */
export type TonRole = "collector" | "treasury" | "payout";

export interface OwnWallet {
  readonly keys: KeyPair;
  readonly contract: WalletContractV4;
}

export type OwnWallets = Readonly<Record<TonRole, OwnWallet>>;

const keyBytes = 32;

/**
 * Reads or creates the keys. Throws a one-sentence error if they can't be decrypted. If two processes create them at
 * once, the first stored ones win.
 */
export const openOwnWallets = async (db: Db, encryption: Encryption): Promise<OwnWallets> => {
  const row = (await find(db)) ?? (await make(db, encryption));
  return walletsOf(opened(encryption, row.sealed));
};

const find = (db: Db) => db.selectFrom("ton_key").select("sealed").executeTakeFirst();

const make = async (db: Db, encryption: Encryption) => {
  const seed = randomBytes(keyBytes).toString("hex");
  await db
    .insertInto("ton_key")
    .values({ sealed: encryption.seal(tonPurpose, seed) })
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

const opened = (encryption: Encryption, sealed: Buffer): string => {
  try {
    return encryption.open(tonPurpose, sealed);
  } catch (error) {
    throw new Error("The TON account keys were encrypted with a different SECRET_KEY.", {
      cause: error,
    });
  }
};
