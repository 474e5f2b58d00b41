import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import type { LiteTransaction } from "../../engines/zksync-lite/zksync-lite.ts";

export interface LitePlace extends LiteTransaction {
  readonly blockNumber: number;
  readonly blockIndex: number;
  readonly failReason: null;
  /** ISO 8601. */
  readonly createdAt: string;
}

interface HistoryQuery {
  readonly limit: number;
  /** Starts at this transaction and continues with older ones; default: the newest. */
  readonly from?: string | undefined;
}

/** Returns an account's transactions, newest first; none for an unknown `from`. */
export const historyOf = async (db: Db, address: string, { limit, from }: HistoryQuery): Promise<LitePlace[]> => {
  const account = address.toLowerCase();
  let query = selectPlaces(db).where(({ or, eb }) => or([eb("sender", "=", account), eb("recipient", "=", account)]));
  if (from !== undefined)
    query = query.where("block", "<=", sql<number>`(select block from zksync_transaction where hash = ${from})`);
  const rows = await query.orderBy("block", "desc").limit(limit).execute();
  return rows.map(placed);
};

/** Returns one transaction by hash. */
export const transactionOf = async (db: Db, hash: string): Promise<LitePlace | undefined> => {
  const row = await selectPlaces(db).where("hash", "=", hash).executeTakeFirst();
  return row && placed(row);
};

/** Returns the number of transactions of an account. */
export const countOf = async (db: Db, address: string): Promise<number> => {
  const account = address.toLowerCase();
  const { count } = await db
    .selectFrom("zksync_transaction")
    .select(({ fn }) => fn.countAll().as("count"))
    .where(({ or, eb }) => or([eb("sender", "=", account), eb("recipient", "=", account)]))
    .executeTakeFirstOrThrow();
  return Number(count);
};

const selectPlaces = (db: Db) => db.selectFrom("zksync_transaction").select(["block", "hash", "op", "created_at"]);

/** Nothing is proven to a parent chain, so "committed" is the final state. */
const placed = (row: {
  readonly block: number;
  readonly hash: string;
  readonly op: Record<string, unknown>;
  readonly created_at: Date;
}): LitePlace => ({
  txHash: row.hash,
  blockIndex: 0,
  blockNumber: row.block,
  op: row.op,
  status: "committed",
  failReason: null,
  createdAt: row.created_at.toISOString(),
});
