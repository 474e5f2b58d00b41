import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";

export const signaturesMax = 1000;

/** One line of an account's history, as getSignaturesForAddress returns it. */
export interface SignatureInfo {
  readonly signature: string;
  readonly slot: number;
  readonly err: null;
  readonly memo: string | null;
  /** Integer Unix seconds. */
  readonly blockTime: number;
  readonly confirmationStatus: "finalized";
}

interface HistoryQuery {
  readonly limit?: number | undefined;
  /** Only transactions older than this signature. */
  readonly before?: string | undefined;
  /** Only transactions newer than this signature. */
  readonly until?: string | undefined;
}

/** Returns transactions that name an account, newest first, at most 1000. Returns nothing for an unknown `before`. */
export const signaturesFor = async (
  db: Db,
  account: string,
  { limit = signaturesMax, before, until }: HistoryQuery,
): Promise<SignatureInfo[]> => {
  let query = db
    .selectFrom("solana_transaction")
    .select(["signature", "slot", "memo", "created_at"])
    .where(sql<boolean>`accounts @> array[${account}]::text[]`);
  if (before !== undefined) query = query.where("slot", "<", slotOf(db, before));
  if (until !== undefined) query = query.where("slot", ">", slotOf(db, until));
  const rows = await query.orderBy("slot", "desc").limit(limit).execute();
  return rows.map(({ signature, slot, memo, created_at }) => ({
    signature,
    slot,
    err: null,
    memo,
    blockTime: unixSeconds(created_at),
    confirmationStatus: "finalized",
  }));
};

/** Returns a transaction of the history by its signature. */
export const transactionOf = async (db: Db, signature: string) => {
  const row = await db
    .selectFrom("solana_transaction")
    .selectAll()
    .where("signature", "=", signature)
    .executeTakeFirst();
  return row && { ...row, blockTime: unixSeconds(row.created_at) };
};

const slotOf = (db: Db, signature: string) =>
  db.selectFrom("solana_transaction").select("slot").where("signature", "=", signature).limit(1);

const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
