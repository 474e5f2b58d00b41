/** The durable history of one chain, in SQL: its blocks, and what waits for the next one. */
import { sql } from "kysely";
import type { Db, Trx } from "../../database/database.ts";
import type { EvmBlockRow, EvmPendingRow, NewPending } from "../tables.ts";

/** Advisory locks of this kind: one a chain, for all processes of the cloud. */
const lockKind = 5_031_032;
const blocksPerPage = 500;

export type LoggedBlock = Pick<EvmBlockRow, "number" | "transactions" | "hash"> & { readonly timestamp: number };

export interface ChainState {
  /** Number of the last block; 0 while there is only the genesis block. */
  readonly head: number;
  /** Hashes of the transactions that wait. */
  readonly pending: readonly string[];
}

/** Number of each chain's last block, 0 for one without. */
export const headsOf = async (db: Db, chains: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ chain: string; head: number | null }>`
    select chain, (select max(number) from evm_block where evm_block.chain = asked.chain) as head
    from unnest(${chains}::text[]) as asked(chain)`.execute(db);
  return new Map(rows.map(({ chain, head }) => [chain, head ?? 0]));
};

export type ChainLog = ReturnType<typeof createChainLog>;

export const createChainLog = (chain: string) => ({
  /** Keeps all other writers of the chain out until the transaction ends. */
  lock: (trx: Trx) => sql`select pg_advisory_xact_lock(${lockKind}, hashtext(${chain}))`.execute(trx),

  state: async (db: Db): Promise<ChainState> => {
    const { rows } = await sql<{ head: number | null; pending: string[] | null }>`
      select (select max(number) from evm_block where chain = ${chain}) as head,
        (select array_agg(hash) from evm_pending where chain = ${chain}) as pending`.execute(db);
    return { head: rows[0]?.head ?? 0, pending: rows[0]?.pending ?? [] };
  },

  /** The next blocks above `number`, a page of them. */
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

  /** Adds a block at the head, which `trx` has locked. Time stands still rather than going back. */
  append: async (trx: Trx, transactions: Buffer[]): Promise<void> => {
    await sql`
      insert into evm_block (chain, number, timestamp, transactions)
      select ${chain}, coalesce(max(number), 0) + 1,
        greatest(max(timestamp), floor(extract(epoch from clock_timestamp()))), ${transactions}
      from evm_block where chain = ${chain}`.execute(trx);
  },

  /** Number of the last block with a transaction in it. */
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

  /** In order of acceptance. */
  pending: (db: Db): Promise<EvmPendingRow[]> =>
    db.selectFrom("evm_pending").selectAll().where("chain", "=", chain).orderBy("seq").execute(),

  /** Keeps a transaction, in place of the one with the same sender and nonce. */
  put: (trx: Trx, row: Omit<NewPending, "chain">) =>
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
