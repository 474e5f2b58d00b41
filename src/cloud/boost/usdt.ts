/** USDT of nodes: one row per change, with the balance as their sum. Amounts in millionths of a dollar. */
import { AppError } from "../kernel/app-error.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import type { UsdtKind } from "../../../resources/boost/withdrawals/usdt.ts";

export interface UsdtMove {
  readonly kind: UsdtKind;
  readonly amount: bigint;
  readonly projectId?: string;
  readonly withdrawalId?: string;
}

export const usdtOf = async (db: Db, nodeId: string): Promise<bigint> => {
  const query = db.selectFrom("boost_usdt_balance").select("amount").where("node_id", "=", nodeId);
  return BigInt((await query.executeTakeFirst())?.amount ?? 0);
};

/**
 * Credits USDT to a node and records the reason; returns the balance. A zero amount adds no row. Throws INVALID_INPUT for a negative
 * amount.
 */
export const credit = async (trx: Trx, nodeId: string, move: UsdtMove): Promise<bigint> => {
  const { amount } = move;
  if (amount < 0n) throw new AppError("INVALID_INPUT");
  if (amount === 0n) return usdtOf(trx, nodeId);
  const { amount: balance } = await trx
    .insertInto("boost_usdt_balance")
    .values({ node_id: nodeId, amount: amount.toString() })
    .onConflict((conflict) =>
      conflict.column("node_id").doUpdateSet(({ eb, ref }) => ({
        amount: eb(ref("boost_usdt_balance.amount"), "+", ref("excluded.amount")),
      })),
    )
    .returning("amount")
    .executeTakeFirstOrThrow();
  await write(trx, nodeId, move, amount);
  return BigInt(balance);
};

/** Debits a positive amount from a node's balance and returns the rest; undefined, without a change, if the balance is too low. */
export const debit = async (trx: Trx, nodeId: string, move: UsdtMove): Promise<bigint | undefined> => {
  const { amount } = move;
  if (amount <= 0n) throw new AppError("INVALID_INPUT");
  const left = await trx
    .updateTable("boost_usdt_balance")
    .set(({ eb }) => ({ amount: eb("amount", "-", amount.toString()) }))
    .where("node_id", "=", nodeId)
    .where("amount", ">=", amount.toString())
    .returning("amount")
    .executeTakeFirst();
  if (!left) return undefined;
  await write(trx, nodeId, move, -amount);
  return BigInt(left.amount);
};

const write = async (trx: Trx, nodeId: string, move: UsdtMove, amount: bigint): Promise<void> => {
  const { kind, projectId = null, withdrawalId = null } = move;
  await trx
    .insertInto("boost_usdt")
    .values({
      node_id: nodeId,
      kind,
      amount: amount.toString(),
      project_id: projectId,
      withdrawal_id: withdrawalId,
    })
    .execute();
};
