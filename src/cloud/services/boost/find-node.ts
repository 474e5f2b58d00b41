import { randomInt, randomUUID } from "node:crypto";
import { explore } from "../../../../resources/boost/points.ts";
import type { Db } from "../../engines/database/database.ts";
import { earningOf, type NodeRow } from "./nodes.ts";

/** Nodes per lookup. With fewer nodes, one lookup covers them all. */
const nodesPerLookup = 100;
const lookupsMax = 5;

/**
 * Finds a random node with points to collect; undefined when a few lookups find none. Starts at a random id, so the time does not grow with
 * the number of nodes.
 */
export const findNode = async (
  db: Db,
  exceptId: string,
  at: number,
  perMille: number,
): Promise<NodeRow | undefined> => {
  for (let attempt = 0; attempt < lookupsMax; attempt += 1) {
    const seen = await nodesFrom(db, randomUUID());
    const good = seen.filter((row) => row.id !== exceptId && takenFrom(row, at, perMille) > 0n);
    if (good.length > 0) return good[randomInt(good.length)];
    if (seen.length < nodesPerLookup) return undefined;
  }
  return undefined;
};

/** Micro-points available to collect. */
export const takenFrom = (row: NodeRow, at: number, perMille: number): bigint =>
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
