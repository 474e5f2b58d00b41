/** Explores other nodes and collects what was found. */
import { randomInt, randomUUID } from "node:crypto";
import { explorationSeconds, explorePerMille } from "../../../../resources/boost/limits.ts";
import { explore } from "../../../../resources/boost/nodes/points.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { useExploration } from "./explorations-left.ts";
import { earningOf, saveEarning, lockNode, lockNodes, nodeOf, type NodeRow } from "./nodes.ts";
import { movePoints, addPointNote } from "../point-log.ts";

export type ExplorationRow = RowOf<"boost_exploration">;

interface Exploring {
  readonly nodeId: string;
  /** The node to explore; a random one if omitted. */
  readonly exploredId: string | undefined;
  /** Unix seconds. */
  readonly at: number;
}

/**
 * Uses one exploration and records what it found. Throws EXPLORATIONS_USED, EXPLORE_OWN, NOT_FOUND, NODE_PROTECTED and NOTHING_TO_EXPLORE;
 * none of these uses an exploration.
 */
export const exploreNode = async (trx: Trx, { nodeId, exploredId, at }: Exploring): Promise<ExplorationRow> => {
  await useExploration(trx, await lockNode(trx, nodeId), at);
  const perMille = randomInt(explorePerMille.least, explorePerMille.most + 1);
  const explored = await targetOf(trx, { nodeId, exploredId, at }, perMille);
  const row = {
    id: randomUUID(),
    node_id: nodeId,
    explored_id: explored.id,
    per_mille: perMille,
    found: takenFrom(explored, at, perMille).toString(),
    created_at: at,
    expired_at: at + explorationSeconds,
  };
  const stored = await trx.insertInto("boost_exploration").values(row).returningAll().executeTakeFirstOrThrow();
  await addPointNote(trx, explored.id, { kind: "explored", amount: BigInt(row.found), otherId: nodeId });
  return stored;
};

const targetOf = async (trx: Trx, { nodeId, exploredId, at }: Exploring, perMille: number): Promise<NodeRow> => {
  if (exploredId === nodeId) throw new AppError("EXPLORE_OWN");
  const row = exploredId === undefined ? await findNode(trx, nodeId, at, perMille) : await nodeOf(trx, exploredId);
  if (row && row.protect_expired_at > BigInt(at)) throw new AppError("NODE_PROTECTED");
  if (!row || takenFrom(row, at, perMille) === 0n) throw new AppError("NOTHING_TO_EXPLORE");
  return row;
};

/** Throws NOT_FOUND, also for another node's exploration. */
export const explorationOf = async (db: Db, nodeId: string, id: string): Promise<ExplorationRow> => {
  return db
    .selectFrom("boost_exploration")
    .selectAll()
    .where("id", "=", id)
    .where("node_id", "=", nodeId)
    .executeTakeFirstOrThrow(notFound);
};

/**
 * Collects what an exploration found, as far as it is still uncollected, once. The points come from the other node's uncollected points, so
 * only the explorer's total changes. Throws NOT_FOUND, EXPLORATION_COLLECTED, EXPLORATION_EXPIRED, NODE_PROTECTED.
 */
export const collectFound = async (
  trx: Trx,
  { nodeId, id, at }: { readonly nodeId: string; readonly id: string; readonly at: number },
): Promise<{ readonly collected: bigint; readonly total: bigint }> => {
  const { explored_id: exploredId } = await explorationOf(trx, nodeId, id);
  const explored = (await lockNodes(trx, [nodeId, exploredId])).get(exploredId);
  if (!explored) throw new AppError("NOT_FOUND");
  // Read again under the locks: another request may have collected it meanwhile.
  const exploration = await explorationOf(trx, nodeId, id);
  if (exploration.collected_at !== null) throw new AppError("EXPLORATION_COLLECTED");
  if (exploration.expired_at <= BigInt(at)) throw new AppError("EXPLORATION_EXPIRED");
  if (explored.protect_expired_at > BigInt(at)) throw new AppError("NODE_PROTECTED");
  await trx.updateTable("boost_exploration").set({ collected_at: at }).where("id", "=", id).execute();

  const bounds = { lost: BigInt(explored.lost), found: BigInt(exploration.found) };
  const { node, taken } = explore(earningOf(explored), at, exploration.per_mille, bounds);
  await saveEarning(trx, exploredId, node);
  const lost = (bounds.lost + taken).toString();
  await trx.updateTable("boost_node").set({ lost }).where("id", "=", exploredId).execute();
  await addPointNote(trx, exploredId, { kind: "collected", amount: -taken, otherId: nodeId });
  const total = await movePoints(trx, nodeId, { kind: "explorer", amount: taken, otherId: exploredId });
  return { collected: taken, total };
};

/** Nodes per lookup. With fewer nodes, one lookup covers them all. */
const nodesPerLookup = 100;
const lookupsMax = 5;

/**
 * Finds a random node with points to collect; undefined when a few lookups find none. Starts at a random id, so the time does not grow with
 * the number of nodes.
 */
const findNode = async (db: Db, exceptId: string, at: number, perMille: number): Promise<NodeRow | undefined> => {
  for (let attempt = 0; attempt < lookupsMax; attempt += 1) {
    const seen = await nodesFrom(db, randomUUID());
    const good = seen.filter((row) => row.id !== exceptId && takenFrom(row, at, perMille) > 0n);
    if (good.length > 0) return good[randomInt(good.length)];
    if (seen.length < nodesPerLookup) return undefined;
  }
  return undefined;
};

/** Reports whether a random exploration by a node could find anything. `at` in Unix seconds. */
export const hasTargets = async (db: Db, nodeId: string, at: number): Promise<boolean> =>
  (await findNode(db, nodeId, at, explorePerMille.most)) !== undefined;

/** Micro-points available to collect. */
const takenFrom = (row: NodeRow, at: number, perMille: number): bigint =>
  explore(earningOf(row), at, perMille, { lost: BigInt(row.lost) }).taken;

/** Wraps around: after the last id, continues with the first. */
const nodesFrom = async (db: Db, id: string): Promise<NodeRow[]> => {
  const after = await db
    .selectFrom("boost_node")
    .selectAll()
    .where("id", ">=", id)
    .orderBy("id")
    .limit(nodesPerLookup)
    .execute();
  if (after.length === nodesPerLookup) return after;
  const first = await db
    .selectFrom("boost_node")
    .selectAll()
    .where("id", "<", id)
    .orderBy("id")
    .limit(nodesPerLookup - after.length)
    .execute();
  return [...after, ...first];
};
