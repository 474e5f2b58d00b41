import { collect, inviterShare } from "../../../../resources/boost/points.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { earningOf, keepEarning, lockNodes } from "./nodes.ts";
import { movePoints } from "./point-log.ts";

export interface Collected {
  /** Micro-points. */
  readonly collected: bigint;
  readonly total: bigint;
}

/** Makes points of what a node has earned up to `at`, and gives its inviter 5 of 100. Throws NOT_FOUND. */
export const collectNode = async (trx: Trx, nodeId: string, at: number): Promise<Collected> => {
  const known = await trx.selectFrom("boost_node").select("inviter_id").where("id", "=", nodeId).executeTakeFirst();
  // Both at once and in order, so that two who invite and explore one another never wait for each other.
  const inviterId = known?.inviter_id ?? undefined;
  const row = (await lockNodes(trx, inviterId ? [nodeId, inviterId] : [nodeId])).get(nodeId);
  if (!row) throw new AppError("NOT_FOUND");
  const { node, collected } = collect(earningOf(row), at);
  await keepEarning(trx, nodeId, node);
  if (row.lost !== "0") await trx.updateTable("boost_node").set({ lost: "0" }).where("id", "=", nodeId).execute();
  const total = await movePoints(trx, nodeId, { kind: "collect", amount: collected });
  const share = inviterShare(collected);
  if (inviterId && share > 0n) await movePoints(trx, inviterId, { kind: "invite", amount: share, otherId: nodeId });
  return { collected, total };
};
