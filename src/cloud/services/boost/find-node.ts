import { randomInt, randomUUID } from "node:crypto";
import { explore } from "../../../../resources/boost/points.ts";
import type { Db } from "../../engines/database/database.ts";
import { earningOf, type NodeRow } from "./nodes.ts";

/** Nodes that one look takes in; in a cloud with fewer, one look sees them all. */
const seenAtOnce = 100;
const looks = 5;

/**
 * A node by chance from which something can be taken; undefined when a few looks find none. It looks at those whose ids follow a random one,
 * which takes as long among many nodes as among few.
 */
export const findNode = async (
  db: Db,
  exceptId: string,
  at: number,
  perMille: number,
): Promise<NodeRow | undefined> => {
  for (let look = 0; look < looks; look += 1) {
    const seen = await nodesFrom(db, randomUUID());
    const good = seen.filter((row) => row.id !== exceptId && takenFrom(row, at, perMille) > 0n);
    if (good.length > 0) return good[randomInt(good.length)];
    if (seen.length < seenAtOnce) return undefined;
  }
  return undefined;
};

/** Micro-points that can be taken. */
export const takenFrom = (row: NodeRow, at: number, perMille: number): bigint =>
  explore(earningOf(row), at, perMille, { lost: BigInt(row.lost) }).taken;

/** Going round: after the last id come the first ones. */
const nodesFrom = async (db: Db, id: string): Promise<NodeRow[]> => {
  const after = await db
    .selectFrom("boost_node")
    .selectAll()
    .where("id", ">=", id)
    .orderBy("id")
    .limit(seenAtOnce)
    .execute();
  if (after.length === seenAtOnce) return after;
  const first = await db
    .selectFrom("boost_node")
    .selectAll()
    .where("id", "<", id)
    .orderBy("id")
    .limit(seenAtOnce - after.length)
    .execute();
  return [...after, ...first];
};
