/** Stores the durable history of one chain in SQL: its blocks and its pending transactions. */
import { sql, type Insertable } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf, Tables } from "../../engines/database/tables.ts";

/** Kind of advisory locks: one lock per chain, shared by all processes. */
const lockKind = 5_031_032;
const blocksPerPage = 500;

export type LoggedBlock = Pick<RowOf<"evm_block">, "number" | "transactions" | "hash"> & { readonly timestamp: number };

export interface ChainState {
  /** Number of the last block; 0 for the genesis block. */
  readonly head: number;
  /** Hashes of the pending transactions. */
  readonly pending: readonly string[];
}

/** Returns the number of each chain's last block, 0 for a chain without blocks. */
export const headsOf = async (db: Db, chains: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ chain: string; head: number | null }>`
    select chain, (select max(number) from evm_block where evm_block.chain = asked.chain) as head
    from unnest(${chains}::text[]) as asked(chain)`.execute(db);
  return new Map(rows.map(({ chain, head }) => [chain, head ?? 0]));
};

export interface Confirmed {
  readonly key: string;
  /** Blocks that follow one with transactions. */
  readonly blocksAfter: number;
}

/** Returns the keys of the chains with pending transactions, or without all blocks that confirm the last one. */
export const unfinishedChains = async (db: Db, chains: readonly Confirmed[]): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select asked.chain as key
    from unnest(${chains.map(({ key }) => key)}::text[], ${chains.map(({ blocksAfter }) => blocksAfter)}::int[])
      as asked(chain, blocks)
    where exists (select from evm_pending p where p.chain = asked.chain)
      or (select number from evm_block b where b.chain = asked.chain order by number desc limit 1)
        - coalesce((
            select number from evm_block b where b.chain = asked.chain and cardinality(transactions) > 0
            order by number desc limit 1
          ), -1000) < asked.blocks`.execute(db);
  return rows.map(({ key }) => key);
};

export type ChainLog = ReturnType<typeof createChainLog>;

export const createChainLog = (chain: string) => ({
  /** Locks out all other writers of the chain until the transaction ends. */
  lock: (trx: Trx) => sql`select pg_advisory_xact_lock(${lockKind}, hashtext(${chain}))`.execute(trx),

  state: async (db: Db): Promise<ChainState> => {
    const { rows } = await sql<{ head: number | null; pending: string[] | null }>`
      select (select max(number) from evm_block where chain = ${chain}) as head,
        (select array_agg(hash) from evm_pending where chain = ${chain}) as pending`.execute(db);
    return { head: rows[0]?.head ?? 0, pending: rows[0]?.pending ?? [] };
  },

  /** Returns a page of the blocks above `number`. */
  after: async (db: Db, number: number): Promise<LoggedBlock[]> => {
    const rows = await db
      .selectFrom("evm_block")
      .select(["number", "timestamp", "transactions", "hash"])
      .where("chain", "=", chain)
      .where("number", ">", number)
      .orderBy("number")
      .limit(blocksPerPage)
      .execute();
    return rows.map((row) => ({ ...row, timestamp: Number(row.timestamp) }));
  },

  hashAt: async (db: Db, number: number): Promise<string | undefined> => {
    const row = await db
      .selectFrom("evm_block")
      .select("hash")
      .where("chain", "=", chain)
      .where("number", "=", number)
      .executeTakeFirst();
    return row?.hash ?? undefined;
  },

  setHash: (db: Db, number: number, hash: string) =>
    db.updateTable("evm_block").set({ hash }).where("chain", "=", chain).where("number", "=", number).execute(),

  /** Appends a block at the head, which `trx` has locked. The block time never decreases. */
  append: async (trx: Trx, transactions: Buffer[]): Promise<void> => {
    await sql`
      insert into evm_block (chain, number, timestamp, transactions)
      select ${chain}, coalesce(max(number), 0) + 1,
        greatest(max(timestamp), floor(extract(epoch from clock_timestamp()))), ${transactions}
      from evm_block where chain = ${chain}`.execute(trx);
  },

  /** Returns the number of the last block with a transaction. */
  lastUsed: async (db: Db): Promise<number> => {
    const row = await db
      .selectFrom("evm_block")
      .select("number")
      .where("chain", "=", chain)
      .where(sql`cardinality(transactions)`, ">", 0)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.number ?? 0;
  },

  /** Returns pending transactions in order of acceptance. */
  pending: (db: Db): Promise<RowOf<"evm_pending">[]> =>
    db.selectFrom("evm_pending").selectAll().where("chain", "=", chain).orderBy("seq").execute(),

  /** Stores a transaction, replacing one with the same sender and nonce. */
  put: (trx: Trx, row: Omit<Insertable<Tables["evm_pending"]>, "chain">) =>
    trx
      .insertInto("evm_pending")
      .values({ ...row, chain })
      .onConflict((conflict) =>
        conflict.columns(["chain", "sender", "nonce"]).doUpdateSet({
          seq: sql`excluded.seq`,
          hash: row.hash,
          gas_limit: sql`excluded.gas_limit`,
          raw: row.raw,
          created_at: new Date(),
        }),
      )
      .execute(),

  remove: async (trx: Trx, hashes: readonly string[]): Promise<void> => {
    if (hashes.length === 0) return;
    await trx.deleteFrom("evm_pending").where("chain", "=", chain).where("hash", "in", hashes).execute();
  },
});
