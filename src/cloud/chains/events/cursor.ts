/** Read position of a chain, with the hashes that identify it. */
import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";

type Named = Pick<EvmChain, "key">;

/** Number of hashes kept; below them those of events are. */
const storedBlocksMax = 256n;

/** Number of the next block to read. */
export const nextBlock = async (db: Db, { key, startBlock }: Named & Pick<EvmChain, "startBlock">): Promise<number> => {
  await db
    .insertInto("chain_cursor")
    .values({ chain: key, next_block: BigInt(startBlock) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom("chain_cursor")
    .select("next_block")
    .where("chain", "=", key)
    .executeTakeFirstOrThrow();
  return Number(row.next_block);
};

/**
 * Moves the cursor from its expected position. Returns false when another process moved it; then its changes must not
 * be applied.
 */
export const moveCursor = async (trx: Trx, { key }: Named, from: number, to: number): Promise<boolean> => {
  const moved = await trx
    .updateTable("chain_cursor")
    .set({ next_block: BigInt(to) })
    .where("chain", "=", key)
    .where("next_block", "=", BigInt(from))
    .returning("chain")
    .executeTakeFirst();
  return moved !== undefined;
};

export const saveBlock = async (trx: Trx, { key }: Named, block: { number: number; hash: string }): Promise<void> => {
  const number = BigInt(block.number);
  await trx
    .insertInto("chain_block")
    .values({ chain: key, number, hash: block.hash })
    .onConflict((conflict) => conflict.columns(["chain", "number"]).doUpdateSet({ hash: block.hash }))
    .execute();
  await trx
    .deleteFrom("chain_block")
    .where("chain", "=", key)
    .where("number", "<", number - storedBlocksMax)
    .execute();
};

export const deleteBlocks = async (trx: Trx, { key }: Named, ancestor: number): Promise<void> => {
  await trx.deleteFrom("chain_block").where("chain", "=", key).where("number", ">", BigInt(ancestor)).execute();
};

/** undefined if not stored. */
export const storedHash = async (db: Db, { key }: Named, number: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom("chain_block")
    .select("hash")
    .where("chain", "=", key)
    .where("number", "=", BigInt(number))
    .executeTakeFirst();
  return row?.hash;
};

/** Known block hashes below `below`, newest first: stored ones, and those of events. */
export const knownBlocks = async (
  db: Db,
  { key }: Named,
  below: number,
): Promise<readonly { readonly number: number; readonly hash: string }[]> => {
  const { rows } = await sql<{ number: bigint; hash: string }>`
    select number, hash from chain_block where chain = ${key} and number < ${below}
    union
    select block_number, block_hash from chain_event
      where chain = ${key} and block_number < ${below} and status in ('SEEN', 'SETTLED')
    order by number desc limit 64
  `.execute(db);
  return rows.map(({ number, hash }) => ({ number: Number(number), hash }));
};
