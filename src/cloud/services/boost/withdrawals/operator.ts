/** Withdrawals for operators: review queue and decisions. */
import type { Row } from "../../../../../resources/define.ts";
import { tonsOf } from "../../../../../resources/boost/withdrawing.ts";
import type { WithdrawalStatus } from "../../../../../resources/boost/usdt.ts";
import type { boostWithdrawals } from "../../../../../resources/operator/boost-withdrawals.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../../list-query.ts";
import { secondsOf } from "../../seconds-of.ts";
import { isUuid } from "../../uuid.ts";
import { sixDecimals } from "../micro-amounts.ts";
import { credit } from "../usdt.ts";
import type { WithdrawalRow } from "./rows.ts";

type Entry = Row<typeof boostWithdrawals>;

interface ListQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly status?: string | undefined;
}

/** Newest first. */
export const listWithdrawals = async (
  db: Db,
  { keyword, status, ...page }: ListQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("boost_withdrawal")
    .$if(!!keyword, (rows) => rows.where("boost_withdrawal.address", "like", containing(keyword!)))
    .$if(status !== undefined, (rows) => rows.where("status", "=", status as WithdrawalStatus));
  const [rows, total] = await Promise.all([
    columnsOf(matching)
      .orderBy("boost_withdrawal.created_at", "desc")
      .orderBy("boost_withdrawal.id")
      .$call(onPage(page))
      .execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Throws NOT_FOUND. */
export const findWithdrawal = async (db: Db, id: string): Promise<Entry> => {
  const query = columnsOf(db.selectFrom("boost_withdrawal"));
  const row = isUuid(id) ? await query.where("boost_withdrawal.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

/** Approves a withdrawal. Throws NOT_FOUND, and WITHDRAWAL_ANSWERED if it is not pending. */
export const approveWithdrawal = async (trx: Trx, id: string, at: Date): Promise<void> => {
  const row = await lock(trx, id);
  if (row.status !== "REVIEW") throw new AppError("WITHDRAWAL_ANSWERED");
  // A previously signed message is not resent: the payment is looked up on-chain before another one is made.
  await trx
    .updateTable("boost_withdrawal")
    .set({ status: "PENDING", reason: null, decided_at: at, boc: null })
    .where("id", "=", id)
    .execute();
};

/**
 * Approves, or refuses with a note and refunds the amount. Throws NOT_FOUND, INVALID_INPUT, and WITHDRAWAL_ANSWERED, also if its payment is
 * signed.
 */
export const answerWithdrawal = async (
  trx: Trx,
  id: string,
  { answer, note }: Pick<Entry, "answer" | "note">,
  at: Date,
): Promise<void> => {
  const row = await lock(trx, id);
  if (answer === "APPROVE") return approveWithdrawal(trx, id, at);
  if (answer === undefined) throw new AppError("INVALID_INPUT", { fields: { answer: ["Answer: choose an option."] } });
  if (!note?.trim())
    throw new AppError("INVALID_INPUT", { fields: { note: ["Note: enter a reason. The user will see it."] } });
  const isOpen = row.status === "REVIEW" || (row.status === "PENDING" && row.boc === null);
  if (!isOpen) throw new AppError("WITHDRAWAL_ANSWERED");
  await trx
    .updateTable("boost_withdrawal")
    .set({ status: "REFUSED", note: note.trim(), decided_at: at, boc: null })
    .where("id", "=", id)
    .execute();
  await credit(trx, row.node_id, { kind: "RETURNED", amount: BigInt(row.amount), withdrawalId: id });
};

const lock = async (trx: Trx, id: string): Promise<WithdrawalRow> => {
  const query = trx.selectFrom("boost_withdrawal").selectAll();
  const row = isUuid(id) ? await query.where("id", "=", id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const columnsOf = (query: ReturnType<typeof allOf>) =>
  query
    .innerJoin("boost_node", "boost_node.id", "boost_withdrawal.node_id")
    .innerJoin("person", "person.id", "boost_node.person_id")
    .selectAll("boost_withdrawal")
    .select(["person.username", "person.address as wallet_address"]);
const allOf = (db: Db) => db.selectFrom("boost_withdrawal");

const present = (row: WithdrawalRow & { username: string; wallet_address: string | null }): Entry => ({
  id: row.id,
  usd: `$${sixDecimals(BigInt(row.amount))}`,
  from: row.username || (row.wallet_address ?? ""),
  address: row.address,
  status: row.status,
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.note !== null && { note: row.note }),
  ...(row.status === "SENT" && { paid: `${tonsOf(BigInt(row.nano ?? 0))} TON` }),
  ...(row.tx_hash !== null && { txHash: row.tx_hash }),
  createdAt: secondsOf(row.created_at),
});
