/** Manages the embedded weave's blocks and wallets. A block is created only when transactions are waiting. */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import { endowmentWinston } from "./limits.ts";

/** One advisory lock for all processes, so that heights have no gaps. */
const lockKey = 5_031_978;
const chunkBytes = 256 * 1024;
const baseWinston = 20_000_000n;
const chunkWinston = 180_000_000n;

/** Returns the price per started chunk, close to the public network's price. */
export const priceOf = (bytes: number): bigint => baseWinston + BigInt(Math.ceil(bytes / chunkBytes)) * chunkWinston;

export interface Block {
  readonly height: bigint;
  readonly id: string;
}

/** Returns the newest block; the first one is created on first use. */
export const newestBlock = async (db: Db): Promise<Block> => {
  const find = () =>
    db.selectFrom("arweave_block").select(["height", "id"]).orderBy("height", "desc").limit(1).executeTakeFirst();
  const newest = await find();
  if (newest) return newest;
  await db
    .insertInto("arweave_block")
    .values({ height: 0n, id: blockId(randomBytes(32)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())!;
};

/** Returns whether transactions with complete data wait for a block. */
export const isWaiting = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    select from arweave_transaction where height is null and (data_cid is not null or data_size = 0) limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** Puts every transaction with complete data into a new block, if there are any. */
export const mineBlock = async (db: Db): Promise<void> => {
  await newestBlock(db);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select id from arweave_transaction where height is null and (data_cid is not null or data_size = 0)
      order by seq for update skip locked
    `.execute(trx);
    if (rows.length === 0) return;
    const { height, id } = await newestBlock(trx);
    const hash = createHash("sha256").update(id);
    for (const row of rows) hash.update(row.id);
    const next = { height: height + 1n, id: blockId(hash.digest()) };
    await trx.insertInto("arweave_block").values(next).execute();
    const ids = rows.map((row) => row.id);
    await trx
      .updateTable("arweave_transaction")
      .set({ height: next.height })
      .where("id", "=", sql<string>`any(${ids}::text[])`)
      .execute();
  });
};

/** Block IDs have 48 bytes. */
const blockId = (seed: Uint8Array): string => createHash("sha384").update(seed).digest("base64url");

/** Funds Freehold's wallet, regardless of its current key. */
export const endowWallet = async (db: Db, address: string): Promise<void> => {
  await sql`
    insert into arweave_wallet as known (address, winston) values (${address}, ${endowmentWinston.toString()}::numeric)
    on conflict (address) do update set winston = greatest(known.winston, excluded.winston)
  `.execute(db);
};

export const balanceOf = async (db: Db, address: string): Promise<bigint> => {
  const row = await db.selectFrom("arweave_wallet").select("winston").where("address", "=", address).executeTakeFirst();
  return BigInt(row?.winston ?? 0);
};

interface Spending {
  readonly from: string;
  readonly to: string;
  readonly quantity: bigint;
  readonly reward: bigint;
  readonly id: string;
}

/** Debits the cost of a transaction and credits the receiver. Returns false when the balance is too low. */
export const spend = async (trx: Trx, { from, to, quantity, reward, id }: Spending): Promise<boolean> => {
  const cost = (quantity + reward).toString();
  const { numUpdatedRows } = await trx
    .updateTable("arweave_wallet")
    .set({ winston: sql<string>`winston - ${cost}::numeric`, last_tx: id })
    .where("address", "=", from)
    .where(sql<boolean>`winston >= ${cost}::numeric`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (quantity > 0n && to !== "") {
    await sql`
      insert into arweave_wallet as known (address, winston) values (${to}, ${quantity.toString()}::numeric)
      on conflict (address) do update set winston = known.winston + excluded.winston
    `.execute(trx);
  }
  return true;
};
