/** The key that signs and pays on Arweave: the operator's, or a generated one that is stored encrypted. */
import type { JsonWebKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Config } from "../../config.ts";
import type { Arweave } from "../../engines/arweave/arweave.ts";
import { newWalletKey, openWallet, type Wallet } from "../../engines/arweave/wallet.ts";
import type { Db } from "../../engines/database/database.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

const purpose = "arweave-key";

export const sealedArweaveKey: SealedColumn = {
  table: "arweave_key",
  column: "sealed",
  key: "only_one",
  purpose: () => purpose,
};

type KeyConfig = Pick<Config, "ARWEAVE_KEY_FILE" | "DATA_DIR" | "SECRET_KEY">;

/** Reads or creates the key on first use. An embedded weave then funds its wallet. */
export const createWalletSource = (db: Db, arweave: Pick<Arweave, "endow">, config: KeyConfig) => {
  let opening: Promise<Wallet> | undefined;
  const open = async (): Promise<Wallet> => {
    const wallet = openWallet(
      config.ARWEAVE_KEY_FILE === undefined ? await ownKey(db, config) : await fileKey(config.ARWEAVE_KEY_FILE),
    );
    await arweave.endow(wallet.address);
    return wallet;
  };
  return (): Promise<Wallet> =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
};

const fileKey = async (path: string): Promise<JsonWebKey> => {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`ARWEAVE_KEY_FILE: can't read ${path}.`);
  });
  return JSON.parse(text) as JsonWebKey;
};

/** Returns the stored key, or creates one. When two processes create one concurrently, both use the first stored. */
const ownKey = async (db: Db, config: KeyConfig): Promise<JsonWebKey> => {
  const box = createSecretBox(config);
  const find = async (): Promise<JsonWebKey | undefined> => {
    const row = await db.selectFrom("arweave_key").select("sealed").executeTakeFirst();
    return row && (JSON.parse(box.open(purpose, row.sealed)) as JsonWebKey);
  };
  const stored = await find();
  if (stored) return stored;
  const sealed = box.seal(purpose, JSON.stringify(await newWalletKey()));
  await db
    .insertInto("arweave_key")
    .values({ sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())!;
};
