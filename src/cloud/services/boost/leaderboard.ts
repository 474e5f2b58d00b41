/** The first nodes by points, kept for a moment and shared by all who look, and anybody's own place. */
import { sql } from "kysely";
import type * as z from "zod/mini";
import { leaderboardSize } from "../../../../resources/boost/limits.ts";
import type { leaderboard } from "../../../../resources/boost/node-calls.ts";
import type { Database } from "../../engines/database/database.ts";
import { calledBy } from "./called-by.ts";
import { sixDecimals } from "./exact.ts";
import { offsetOf, type PageQuery } from "./paging.ts";
import { createRanks } from "./ranks.ts";

type Board = z.input<(typeof leaderboard)["reply"]>;
type Place = Board["ranks"][number];

const keptMs = 1000;

export interface Leaderboard {
  page(query: PageQuery, nodeId: string | undefined): Promise<Board>;
}

export const createLeaderboard = (database: Pick<Database, "db">): Leaderboard => {
  const { db } = database;
  const ranks = createRanks(database);
  let kept: { readonly until: number; readonly places: Promise<readonly Place[]> } | undefined;

  const first = (): Promise<readonly Place[]> => {
    if (kept && Date.now() < kept.until) return kept.places;
    const places = read();
    places.catch(() => void (kept = undefined));
    kept = { until: Date.now() + keptMs, places };
    return places;
  };

  const read = async (): Promise<readonly Place[]> => {
    const rows = await db
      .selectFrom("boost_node as node")
      .innerJoin("person", "person.id", "node.person_id")
      .leftJoin("boost_node as inviter", "inviter.id", "node.inviter_id")
      .leftJoin("person as inviting", "inviting.id", "inviter.person_id")
      .select(["node.id", "node.total", calledBy("person").as("address")])
      .select(sql<string | null>`case when inviting.id is not null then ${calledBy("inviting")} end`.as("inviter"))
      .orderBy("node.total", "desc")
      .orderBy("node.id", "desc")
      .limit(leaderboardSize)
      .execute();
    return rows.map(({ id, total, address, inviter }, at) => ({
      nodeId: id,
      address,
      rank: at + 1,
      points: sixDecimals(BigInt(total)),
      inviter,
    }));
  };

  const placeOf = async (nodeId: string): Promise<Board["my"]> => {
    const node = await db
      .selectFrom("boost_node")
      .innerJoin("person", "person.id", "boost_node.person_id")
      .select(["boost_node.id", "boost_node.total", calledBy("person").as("address")])
      .where("boost_node.id", "=", nodeId)
      .executeTakeFirst();
    if (!node) return null;
    return { rank: await ranks.rankOf(node), points: sixDecimals(BigInt(node.total)), address: node.address };
  };

  return {
    page: async (query, nodeId) => {
      const [places, my] = await Promise.all([first(), nodeId === undefined ? null : placeOf(nodeId)]);
      const from = offsetOf(query);
      return { my, ranks: places.slice(from, from + query.size), total: places.length };
    },
  };
};
