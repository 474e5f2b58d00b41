import { inviteeCollectDays } from "../../../../resources/boost/limits.ts";
import { collect, inviterShare } from "../../../../resources/boost/points.ts";
import { dayOf } from "../../../../resources/boost/task-limits.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { earningOf, saveEarning, lockNodes, type NodeRow } from "./nodes.ts";
import { countSince } from "./invitees.ts";
import { movePoints } from "./point-log.ts";

export interface Collected {
  /** Micro-points. */
  readonly collected: bigint;
  readonly total: bigint;
}

/** Collects the points a node earned up to `at` and credits 5% to its inviter. Throws NOT_FOUND. */
export const collectNode = async (trx: Trx, nodeId: string, at: number): Promise<Collected> => {
  const stored = await trx.selectFrom("boost_node").select("inviter_id").where("id", "=", nodeId).executeTakeFirst();
  // Locks both nodes in order, so that nodes that invite and explore each other never deadlock.
  const inviterId = stored?.inviter_id ?? undefined;
  const row = (await lockNodes(trx, inviterId ? [nodeId, inviterId] : [nodeId])).get(nodeId);
  if (!row) throw new AppError("NOT_FOUND");
  const { node, collected } = collect(earningOf(row), at);
  await saveEarning(trx, nodeId, node);
  if (collected > 0n && dayOf(at) > row.collect_day) await countDay(trx, row, at);
  if (row.lost !== "0") await trx.updateTable("boost_node").set({ lost: "0" }).where("id", "=", nodeId).execute();
  const total = await movePoints(trx, nodeId, { kind: "collect", amount: collected });
  const share = inviterShare(collected);
  if (inviterId && share > 0n) await movePoints(trx, inviterId, { kind: "invite", amount: share, otherId: nodeId });
  return { collected, total };
};

/** Records another day on which a locked node collected; enough days make an invitee count. */
const countDay = async (trx: Trx, row: NodeRow, at: number): Promise<void> => {
  const days = row.collect_days + 1;
  const collected = { collect_day: dayOf(at), collect_days: days };
  await trx.updateTable("boost_node").set(collected).where("id", "=", row.id).execute();
  if (row.inviter_id !== null && row.counted_at === null && days >= inviteeCollectDays)
    await countSince(trx, [{ id: row.id, since: at }]);
};
