/** The log of point changes: one row per change, with the node's total as their sum. */
import { sql } from "kysely";
import type { PointKind } from "../../../resources/boost/shapes.ts";
import { AppError, notFound } from "../kernel/app-error.ts";
import type { Trx } from "../engines/database/database.ts";
import { currentWeek } from "./weeks.ts";

export interface PointMove {
  readonly kind: PointKind;
  /** Micro-points; negative when spent or taken. */
  readonly amount: bigint;
  /** Name of the reason, as shown to users. */
  readonly name?: string;
  /** The other node of an exploration, or the invitee. */
  readonly otherId?: string;
}

/**
 * Records a change of a node's points and updates its total and, for a gain, its points of the week; returns the total. A zero change adds no row. Throws INSUFFICIENT_POINTS when
 * the total would be negative, and NOT_FOUND.
 */
export const movePoints = async (trx: Trx, nodeId: string, move: PointMove): Promise<bigint> => {
  const { kind, amount, name = null, otherId = null } = move;
  const changed = await trx
    .updateTable("boost_node")
    .set({ total: sql<string>`total + ${amount.toString()}::numeric`, ...(amount > 0n && gainedThisWeek(amount)) })
    .where("id", "=", nodeId)
    .returning("total")
    .executeTakeFirstOrThrow(notFound);
  const total = BigInt(changed.total);
  if (amount < 0n && total < 0n) throw new AppError("INSUFFICIENT_POINTS");
  if (amount === 0n) return total;
  await trx
    .insertInto("boost_point")
    .values({ node_id: nodeId, kind, amount: amount.toString(), name, explorer_id: otherId })
    .execute();
  return total;
};

/** Adds a note to a node's history that doesn't change its total. */
export const addPointNote = async (
  trx: Trx,
  nodeId: string,
  { kind, amount, name, otherId }: PointMove,
): Promise<void> => {
  if (amount === 0n) return;
  await trx
    .insertInto("boost_point")
    .values({
      node_id: nodeId,
      kind,
      amount: amount.toString(),
      is_note: true,
      name: name ?? null,
      explorer_id: otherId ?? null,
    })
    .execute();
};

const gainedThisWeek = (amount: bigint) => ({
  week: currentWeek,
  week_points: sql<string>`case when week = ${currentWeek} then week_points else 0 end + ${amount.toString()}::numeric`,
});
