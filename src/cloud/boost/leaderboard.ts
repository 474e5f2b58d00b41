/** The top nodes by points, paginated and cached for all visitors, plus the caller's own rank. */
import { sql } from "kysely";
import type * as z from "zod/mini";
import { leaderboardSize } from "../../../resources/boost/limits.ts";
import type { leaderboard } from "../../../resources/boost/nodes/node-calls.ts";
import type { Database } from "../engines/database/database.ts";
import { calledBy } from "./called-by.ts";
import { sixDecimals } from "./micro-amounts.ts";
import { offsetOf, type PageQuery } from "./paging.ts";
import { createRanks } from "./ranks.ts";

type Board = z.input<(typeof leaderboard)["reply"]>;
type Page = Pick<Board, "ranks" | "total">;

const pageCacheMs = 1000;

export interface Leaderboard {
  page(query: PageQuery, nodeId: string | undefined): Promise<Board>;
}

/** `keptMs`: how long pages are cached. */
export const createLeaderboard = (
  database: Pick<Database, "db">,
  { keptMs = pageCacheMs }: { readonly keptMs?: number } = {},
): Leaderboard => {
  const { db } = database;
  const ranks = createRanks(database);
  let pages = new Map<string, Promise<Page>>();
  let keptUntil = 0;

  const pageOf = (query: PageQuery): Promise<Page> => {
    if (performance.now() >= keptUntil) {
      pages = new Map();
      keptUntil = performance.now() + keptMs;
    }
    const key = `${query.page} ${query.size}`;
    const cached = pages.get(key);
    if (cached) return cached;
    const from = pages;
    const page = read(query);
    from.set(key, page);
    page.catch(() => from.delete(key));
    return page;
  };

  const read = async (query: PageQuery): Promise<Page> => {
    const offset = offsetOf(query);
    const size = Math.max(0, Math.min(query.size, leaderboardSize - offset));
    const [rows, { total }] = await Promise.all([
      size === 0 ? [] : placesFrom(offset, size),
      db
        .selectFrom((nodes) => nodes.selectFrom("boost_node").select("id").limit(leaderboardSize).as("first"))
        .select(sql<number>`count(*)::int`.as("total"))
        .executeTakeFirstOrThrow(),
    ]);
    const placed = rows.map(({ id, address, points, inviter }, at) => ({
      nodeId: id,
      address,
      rank: offset + at + 1,
      points: sixDecimals(BigInt(points)),
      inviter,
    }));
    return { ranks: placed, total };
  };

  const placesFrom = (offset: number, size: number) =>
    db
      .selectFrom((nodes) =>
        nodes
          .selectFrom("boost_node")
          .select(["id", "total", "person_id", "inviter_id"])
          .orderBy("total", "desc")
          .orderBy("id", "desc")
          .offset(offset)
          .limit(size)
          .as("node"),
      )
      .innerJoin("person", "person.id", "node.person_id")
      .leftJoin("boost_node as inviter", "inviter.id", "node.inviter_id")
      .leftJoin("person as inviting", "inviting.id", "inviter.person_id")
      .select(["node.id", "node.total as points", calledBy("person").as("address")])
      .select(sql<string | null>`case when inviting.id is not null then ${calledBy("inviting")} end`.as("inviter"))
      .orderBy("node.total", "desc")
      .orderBy("node.id", "desc")
      .execute();

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
      const [page, my] = await Promise.all([pageOf(query), nodeId === undefined ? null : placeOf(nodeId)]);
      return { my, ...page };
    },
  };
};
