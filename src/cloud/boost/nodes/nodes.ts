/** Stored nodes. Every change locks the node's row first, so that earnings are counted once. */
import { settled, type Boost, type Earning } from "../../../../resources/boost/nodes/points.ts";
import { notFound } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";

export type NodeRow = RowOf<"boost_node">;

/** Unix seconds now. */
export type Clock = () => number;
export const systemClock: Clock = () => Math.floor(Date.now() / 1000);

/** Throws NOT_FOUND. */
export const nodeOf = async (db: Db, nodeId: string): Promise<NodeRow> => {
  return db.selectFrom("boost_node").selectAll().where("id", "=", nodeId).executeTakeFirstOrThrow(notFound);
};

/**
 * Throws NOT_FOUND. Two nodes are locked in the order of their ids: see `lockNodes`. To pay as well, lock the node before the ledger. Rows
 * that reference the node can still be written meanwhile.
 */
export const lockNode = async (trx: Trx, nodeId: string): Promise<NodeRow> => {
  return trx
    .selectFrom("boost_node")
    .selectAll()
    .where("id", "=", nodeId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);
};

/** Locks several nodes without deadlocks; deleted ones are missing from the result. */
export const lockNodes = async (trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, NodeRow>> => {
  const rows = await trx
    .selectFrom("boost_node")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

export const earningOf = (row: NodeRow): Earning => ({
  computed: BigInt(row.computed),
  computeTimestamp: Number(row.compute_timestamp),
  baseRate: row.base_rate,
  boosts: row.boosts,
  rateBuff: row.rate_buff,
  capacity: BigInt(row.capacity),
  protectExpiredAt: Number(row.protect_expired_at),
});

/** Stores what a locked node earns from now on. */
export const saveEarning = async (trx: Trx, nodeId: string, earning: Earning): Promise<void> => {
  await trx
    .updateTable("boost_node")
    .set({
      computed: earning.computed.toString(),
      compute_timestamp: earning.computeTimestamp,
      base_rate: JSON.stringify(earning.baseRate),
      boosts: JSON.stringify(earning.boosts),
      rate_buff: earning.rateBuff,
      capacity: earning.capacity.toString(),
      protect_expired_at: earning.protectExpiredAt,
    })
    .where("id", "=", nodeId)
    .execute();
};

/** Settles a node up to `at` and changes its earnings from then on. Throws NOT_FOUND. */
export const changeEarning = async (
  trx: Trx,
  nodeId: string,
  at: number,
  change: (earning: Earning) => Earning,
): Promise<Earning> => {
  const earning = change(settled(earningOf(await lockNode(trx, nodeId)), at));
  await saveEarning(trx, nodeId, earning);
  return earning;
};

/** Adds a rate in thousandths of a point per hour for some seconds from `at`. Throws NOT_FOUND. */
export const addBoost = (
  trx: Trx,
  nodeId: string,
  at: number,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Earning> =>
  changeEarning(trx, nodeId, at, (earning) => ({
    ...earning,
    boosts: [...earning.boosts, boostFrom(Math.max(at, earning.computeTimestamp), { rate, seconds })],
  }));

/** If the clock went backward, starts where the node was settled, so the boost isn't shortened. */
const boostFrom = (start: number, { rate, seconds }: { readonly rate: number; readonly seconds: number }): Boost => ({
  rate,
  start,
  end: start + seconds,
});
