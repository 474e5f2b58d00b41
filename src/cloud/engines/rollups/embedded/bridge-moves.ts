/** Reads the deposits and withdrawals of an address over a rollup's bridge. */
import type { Db } from "../../database/database.ts";
import type { RollupDeposit, RollupWithdrawal } from "../rollups.ts";
import { withdrawalTree, type WithdrawalTree } from "./withdrawal-tree.ts";
import type { RowOf } from "../../database/tables.ts";
import type { RollupRow } from "./rows.ts";

const listedMax = 50;

/** The newest of each kind, at most 50. */
export const bridgeMovesOf = async (
  db: Db,
  row: RollupRow,
  address: string,
): Promise<{ deposits: RollupDeposit[]; withdrawals: RollupWithdrawal[] }> => {
  const own = address.toLowerCase();
  const [deposits, withdrawals, outputs] = await Promise.all([
    db
      .selectFrom("rollup_deposit")
      .selectAll()
      .where("rollup_id", "=", row.id)
      .where((eb) => eb.or([eb("sender", "=", own), eb("recipient", "=", own)]))
      .orderBy("index", "desc")
      .limit(listedMax)
      .execute(),
    db
      .selectFrom("rollup_withdrawal")
      .selectAll()
      .where("rollup_id", "=", row.id)
      .where((eb) => eb.or([eb("sender", "=", own), eb("recipient", "=", own)]))
      .orderBy("index", "desc")
      .limit(listedMax)
      .execute(),
    db.selectFrom("rollup_output").selectAll().where("rollup_id", "=", row.id).orderBy("index").execute(),
  ]);
  const ready = readyIn(db, row.id);
  const listed: RollupWithdrawal[] = [];
  for (const withdrawal of withdrawals) {
    const output = outputs.find(({ block }) => block >= withdrawal.block);
    const readyAt = output ? Number(output.at) + row.withdraw_period : null;
    const state = stateOf(withdrawal, readyAt);
    const siblings = state === "ready" ? (await ready(output!.block)).siblings(withdrawal.index) : [];
    const { index, sender: from, recipient: to, hash, block } = withdrawal;
    const proof = state === "ready" ? { output: output!.index, siblings } : null;
    const amount = BigInt(withdrawal.amount);
    listed.push({ index, from, to, amount, hash, block, createdAt: Number(withdrawal.at), state, readyAt, proof });
  }
  return {
    deposits: deposits.map(({ index, recipient: to, amount, hash, at, paid_hash: paidHash }) => ({
      index,
      to,
      amount: BigInt(amount),
      hash,
      createdAt: Number(at),
      paidHash,
    })),
    withdrawals: listed,
  };
};

const stateOf = ({ paid_hash }: Pick<RowOf<"rollup_withdrawal">, "paid_hash">, readyAt: number | null) => {
  if (paid_hash !== null) return "paid";
  return readyAt !== null && readyAt * 1000 <= Date.now() ? "ready" : "waiting";
};

/** Returns the tree at a block, built once per block. */
const readyIn = (db: Db, id: string) => {
  const trees = new Map<number, Promise<WithdrawalTree>>();
  const make = async (block: number): Promise<WithdrawalTree> => {
    const upTo = db.selectFrom("rollup_withdrawal").selectAll().where("rollup_id", "=", id);
    return withdrawalTree(await upTo.where("block", "<=", block).orderBy("index").execute());
  };
  return (block: number): Promise<WithdrawalTree> => {
    const tree = trees.get(block) ?? make(block);
    trees.set(block, tree);
    return tree;
  };
};
