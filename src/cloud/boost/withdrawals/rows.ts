/** Database rows of withdrawals to be paid. */
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export type WithdrawalRow = RowOf<"boost_withdrawal">;

/** A signed payment that may or may not have been sent. */
export interface Attempt {
  readonly id: string;
  readonly address: string;
  /** Unix seconds of the withdrawal. */
  readonly createdAt: number;
  readonly wallet: string;
  readonly nano: bigint;
  readonly seqno: number;
  /** Unix seconds. */
  readonly validUntil: number;
  readonly boc: Buffer;
}

/** At most one exists: the next is signed when this one is done. */
export const openAttempt = async (db: Db): Promise<Attempt | undefined> => {
  const query = db.selectFrom("boost_withdrawal").selectAll().where("status", "=", "PENDING");
  const row = await query.where("boc", "is not", null).limit(1).executeTakeFirst();
  return row && inAttempt(row);
};

/** The oldest one without a payment. */
export const nextOf = (db: Db) =>
  db
    .selectFrom("boost_withdrawal")
    .select(["id", "address", "amount"])
    .where("status", "=", "PENDING")
    .where("boc", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** Number of the wallet's last completed payment. */
export const sentBefore = async (db: Db, wallet: string): Promise<number | undefined> => {
  const { last } = await db
    .selectFrom("boost_withdrawal")
    .select(({ fn }) => fn.max("seqno").as("last"))
    .where("wallet", "=", wallet)
    .where("status", "=", "SENT")
    .executeTakeFirstOrThrow();
  return last === null ? undefined : Number(last);
};

/** Stores a signed payment. */
export const attemptOf = async (
  trx: Trx,
  id: string,
  { wallet, nano, seqno, validUntil, boc }: Pick<Attempt, "wallet" | "nano" | "seqno" | "validUntil" | "boc">,
): Promise<Attempt> =>
  inAttempt(
    await trx
      .updateTable("boost_withdrawal")
      .set({
        wallet,
        nano: nano.toString(),
        seqno: BigInt(seqno),
        valid_until: BigInt(validUntil),
        boc,
        reason: null,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** Stores why it is still pending. */
export const setReason = async (db: Db, id: string, reason: string): Promise<"waits"> => {
  await db
    .updateTable("boost_withdrawal")
    .set({ reason })
    .where("id", "=", id)
    .where("status", "=", "PENDING")
    .execute();
  return "waits";
};

const inAttempt = (row: WithdrawalRow): Attempt => ({
  id: row.id,
  address: row.address,
  createdAt: secondsOf(row.created_at),
  wallet: row.wallet!,
  nano: BigInt(row.nano!),
  seqno: Number(row.seqno),
  validUntil: Number(row.valid_until),
  boc: row.boc!,
});
