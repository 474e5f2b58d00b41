/** The top nodes by points, paginated and cached for all visitors, plus the caller's own rank. */
import { sql, type ExpressionBuilder } from "kysely";
import type * as z from "zod/mini";
import { leaderboardSize } from "../../../resources/boost/limits.ts";
import type { leaderboard, leaderboards } from "../../../resources/boost/nodes/node-calls.ts";
import type { Database } from "../engines/database/database.ts";
import type { Tables } from "../engines/database/tables.ts";
import { calledBy } from "./called-by.ts";
import { sixDecimals } from "./micro-amounts.ts";
import { offsetOf, type PageQuery } from "./paging.ts";
import { createRanks } from "./ranks.ts";
import { weekNow } from "./weeks.ts";

type Board = z.input<(typeof leaderboard)["reply"]>;
type Query = PageQuery & { readonly of: (typeof leaderboards)[number] };
type Page = Omit<Board, "my">;
type Node = ExpressionBuilder<Tables, "boost_node">;

const pageCacheMs = 1000;

/** Nodes to rank, and the column of points that orders them. */
interface Ranking {
  readonly by: "total" | "week_points";
  readonly among: (node: Node) => ReturnType<Node["and"]>;
  readonly endsAt: number | null;
}

export type Leaderboard = ReturnType<typeof createLeaderboard>;

/** `keptMs`: how long pages are cached. */
export const createLeaderboard = (
  database: Pick<Database, "db">,
  { keptMs = pageCacheMs }: { readonly keptMs?: number } = {},
) => {
  const { db } = database;
  const ranks = createRanks(database);
  let pages = new Map<string, Promise<Page>>();
  let keptUntil = 0;

  const rankingOf = async (of: Query["of"], nodeId: string | undefined): Promise<Ranking> => {
    if (of === "all") return { by: "total", among: (node) => node.and([]), endsAt: null };
    if (of === "friends") return { by: "total", among: (node) => friendsOf(node, nodeId), endsAt: null };
    const { week, endsAt } = await weekNow(db);
    const among = (node: Node) =>
      node.and([node("boost_node.week", "=", week), node("boost_node.week_points", ">", "0")]);
    return { by: "week_points", among, endsAt };
  };

  const pageOf = (query: Query, ranking: Ranking): Promise<Page> => {
    if (query.of === "friends") return read(query, ranking);
    if (performance.now() >= keptUntil) {
      pages = new Map();
      keptUntil = performance.now() + keptMs;
    }
    const key = `${query.of} ${ranking.endsAt} ${query.page} ${query.size}`;
    const cached = pages.get(key);
    if (cached) return cached;
    const from = pages;
    const page = read(query, ranking);
    from.set(key, page);
    page.catch(() => from.delete(key));
    return page;
  };

  const read = async (query: Query, ranking: Ranking): Promise<Page> => {
    const offset = offsetOf(query);
    const size = Math.max(0, Math.min(query.size, leaderboardSize - offset));
    const [rows, { total }] = await Promise.all([
      size === 0 ? [] : placesFrom(ranking, offset, size),
      db
        .selectFrom((nodes) =>
          nodes.selectFrom("boost_node").select("id").where(ranking.among).limit(leaderboardSize).as("first"),
        )
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
    return { endsAt: ranking.endsAt, ranks: placed, total };
  };

  const placesFrom = ({ by, among }: Ranking, offset: number, size: number) =>
    db
      .selectFrom((nodes) =>
        nodes
          .selectFrom("boost_node")
          .select(["id", `${by} as points`, "person_id", "inviter_id"])
          .where(among)
          .orderBy(by, "desc")
          .orderBy("id", "desc")
          .offset(offset)
          .limit(size)
          .as("node"),
      )
      .innerJoin("person", "person.id", "node.person_id")
      .leftJoin("boost_node as inviter", "inviter.id", "node.inviter_id")
      .leftJoin("person as inviting", "inviting.id", "inviter.person_id")
      .select(["node.id", "node.points", calledBy("person").as("address")])
      .select(sql<string | null>`case when inviting.id is not null then ${calledBy("inviting")} end`.as("inviter"))
      .orderBy("node.points", "desc")
      .orderBy("node.id", "desc")
      .execute();

  /** The caller's place; null without a node, and in a week without points. */
  const placeOf = async (nodeId: string, of: Query["of"], { by, among }: Ranking): Promise<Board["my"]> => {
    const node = await db
      .selectFrom("boost_node")
      .innerJoin("person", "person.id", "boost_node.person_id")
      .select(["boost_node.id", "boost_node.total", `boost_node.${by} as points`, calledBy("person").as("address")])
      .where("boost_node.id", "=", nodeId)
      .where((node) => among(node as unknown as Node))
      .executeTakeFirst();
    if (!node) return null;
    const { address, points } = node;
    const rank = of === "all" ? await ranks.rankOf(node) : 1 + (await countAbove({ by, among }, points, nodeId));
    return { rank, points: sixDecimals(BigInt(points)), address };
  };

  const countAbove = async ({ by, among }: Pick<Ranking, "among" | "by">, points: string, nodeId: string) => {
    const { above } = await db
      .selectFrom("boost_node")
      .select(sql<number>`count(*)::int`.as("above"))
      .where(among)
      .where(sql<boolean>`(${sql.ref(by)}, id) > (${points}::numeric, ${nodeId}::uuid)`)
      .executeTakeFirstOrThrow();
    return above;
  };

  return {
    page: async (query: Query, nodeId: string | undefined): Promise<Board> => {
      const ranking = await rankingOf(query.of, nodeId);
      const [page, my] = await Promise.all([
        pageOf(query, ranking),
        nodeId === undefined ? null : placeOf(nodeId, query.of, ranking),
      ]);
      return { my, ...page };
    },
  };
};

/** The node, its inviter and its invitees; none for visitors without a node. */
const friendsOf = (node: Node, nodeId: string | undefined) => {
  if (nodeId === undefined) return node.and([sql<boolean>`false`]);
  const inviter = node.selectFrom("boost_node as own").select("own.inviter_id").where("own.id", "=", nodeId);
  return node.or([
    node("boost_node.id", "=", nodeId),
    node("boost_node.inviter_id", "=", nodeId),
    node("boost_node.id", "=", inviter),
  ]);
};
