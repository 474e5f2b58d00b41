import {
  collectPoints,
  createNode,
  leaderboard as leaderboardCall,
  node,
  openStage as openStageCall,
  pointHistory,
  type NodeInfo,
} from "../../../../resources/boost/nodes/node-calls.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { sixDecimals } from "../micro-amounts.ts";
import type { NodeDeps } from "./node-deps.ts";
import { nodeRoute } from "./node-route.ts";
import { nodeOf, earningOf, type NodeRow, saveEarning, lockNode, lockNodes } from "./nodes.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Db, Trx } from "../../engines/database/database.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { calledBy } from "../called-by.ts";
import { offsetOf, paged, type PageQuery } from "../paging.ts";
import {
  claimable,
  grainsPerMicro,
  isLocked,
  pointUnit,
  ratesAt,
  type Earning,
  settled,
  collect,
  inviterShare,
} from "../../../../resources/boost/nodes/points.ts";
import type { earning as earningShape } from "../../../../resources/boost/shapes.ts";
import type { Teams } from "../../account/teams/service.ts";
import { avatarUrl } from "../../account/images.ts";
import { randomUUID } from "node:crypto";
import { boostStage, boostStages, type BoostStage, inviteeCollectDays } from "../../../../resources/boost/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Ledger } from "../../billing/ledger/ledger.ts";
import { payLand } from "../pay-land.ts";
import { dayOf } from "../../../../resources/boost/tasks/task-limits.ts";
import { countSince } from "../invites/invitees.ts";
import { movePoints } from "../point-log.ts";

/** Joining, earnings, collecting, history and rank of a node. */
export const nodeRoutes = ({
  teams,
  ledger,
  tokens,
  clock,
  join,
  invites,
  leaderboard,
  partner,
}: NodeDeps): Route[] => [
  route(createNode, async ({ db, caller, body: { code } }) => {
    const { row, isNew } = await join(db, { personId: caller.userId, origin: "web", code, at: clock() });
    return { ...(await tokens.issue(db, row.id, caller.sessionId)), isNew };
  }),
  nodeRoute(node, async ({ db, caller }) => presentNode(teams, db, await nodeOf(db, caller.nodeId), clock())),
  nodeRoute(collectPoints, async ({ db, caller: { nodeId } }) => {
    const at = clock();
    const { collected, total } = await collectNode(db, nodeId, at);
    if (collected > 0n) await partner.converted(db, nodeId);
    const info = await presentNode(teams, db, await nodeOf(db, nodeId), at);
    return { collected: sixDecimals(collected), totalPoint: sixDecimals(total), info };
  }),
  nodeRoute(openStageCall, async ({ db, caller: { nodeId, userId, teamId }, params, body }) => {
    const at = clock();
    // Before the node itself is locked, so that both nodes are locked in order.
    await invites.record(db, { id: nodeId, person_id: userId }, body.invite_code, at);
    await openStage(ledger, db, { nodeId, stage: params.stage, teamId, at });
    return presentNode(teams, db, await nodeOf(db, nodeId), at);
  }),
  nodeRoute(pointHistory, ({ db, caller: { nodeId }, query }) => historyOf(db, nodeId, query)),
  route(leaderboardCall, async ({ caller, query }) => leaderboard.page(query, caller?.nodeId)),
];

/** Newest first. */
const historyOf = async (
  db: Db,
  nodeId: string,
  query: PageQuery,
): Promise<z.input<(typeof pointHistory)["reply"]>> => {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom("boost_point as point")
      .leftJoin("boost_node as other", "other.id", "point.explorer_id")
      .leftJoin("person", "person.id", "other.person_id")
      .select(["point.id", "point.kind", "point.amount", "point.is_note", "point.name", "point.created_at"])
      .select(sql<string | null>`case when person.id is not null then ${calledBy("person")} end`.as("address"))
      .where("point.node_id", "=", nodeId)
      .orderBy("point.id", "desc")
      .offset(offsetOf(query))
      .limit(query.size)
      .execute(),
    db
      .selectFrom("boost_point")
      .select(sql<number>`count(*)::int`.as("total"))
      .where("node_id", "=", nodeId)
      .executeTakeFirstOrThrow(),
  ]);
  const content = rows.map(({ id, kind, amount, is_note: isNote, name, address, created_at: createdAt }) => ({
    id: String(id),
    valueType: kind,
    value: sixDecimals(BigInt(amount)),
    isNote,
    createdAt: secondsOf(createdAt),
    explorerAddress: address,
    name,
  }));
  return paged(content, total, query);
};

/** Formats a node for responses: points as decimal text, rates in points per hour, the buff in percent. */
const presentEarning = (node: Earning, at: number): z.output<typeof earningShape> => ({
  baseRate: node.baseRate.map(({ rate, start }) => ({ rate: rate / 1000, start })),
  boosts: node.boosts.map(({ rate, start, end }) => ({ rate: rate / 1000, start, end })),
  capacity: Number(node.capacity / pointUnit),
  claimable: sixDecimals(claimable(node, at)),
  computeTimestamp: node.computeTimestamp,
  computed: sixDecimals(node.computed / grainsPerMicro),
  rateBuff: node.rateBuff / 1000,
  protectExpiredAt: node.protectExpiredAt,
});

const presentRates = (node: Earning, at: number): NodeInfo["rates"] => {
  const { base, boost, total } = ratesAt(node, at);
  return { base: sixDecimals(base), boost: sixDecimals(boost), total: sixDecimals(total) };
};

const presentNode = async ({ codeOf }: Pick<Teams, "codeOf">, db: Db, row: NodeRow, at: number): Promise<NodeInfo> => {
  const [person, stages, inviteCode] = await Promise.all([
    db
      .selectFrom("person")
      .select(["address", "username", "avatar_id"])
      .where("id", "=", row.person_id)
      .executeTakeFirstOrThrow(),
    db.selectFrom("boost_stage").select("stage").where("node_id", "=", row.id).orderBy("opened_at").execute(),
    codeOf(db, row.person_id),
  ]);
  const earning = earningOf(row);
  return {
    ...presentEarning(earning, at),
    nodeId: row.id,
    origin: row.origin,
    address: person.address,
    username: person.username,
    avatar: avatarUrl(person.avatar_id, person.address ?? row.person_id),
    totalPoint: sixDecimals(BigInt(row.total)),
    rates: presentRates(earning, at),
    locked: isLocked(earning),
    negative: sixDecimals(BigInt(row.lost)),
    preActivities: [...row.pre_activities],
    stages: stages.map(({ stage }) => stage),
    invited: row.inviter_id !== null,
    inviteCode,
    at,
  };
};

interface Opening {
  readonly nodeId: string;
  readonly stage: string;
  /** The user's own team, which pays. */
  readonly teamId: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Opens a stage, once, in any order. Throws NOT_FOUND, STAGE_OPEN, INSUFFICIENT_LAND. */
const openStage = async (
  ledger: Pick<Ledger, "post">,
  trx: Trx,
  { nodeId, stage, teamId, at }: Opening,
): Promise<void> => {
  if (!isStage(stage)) throw new AppError("NOT_FOUND");
  const earning = settled(earningOf(await lockNode(trx, nodeId)), at);
  const opened = await trx
    .insertInto("boost_stage")
    .values({ node_id: nodeId, stage })
    .onConflict((conflict) => conflict.doNothing())
    .returning("stage")
    .executeTakeFirst();
  if (!opened) throw new AppError("STAGE_OPEN");
  await saveEarning(trx, nodeId, {
    ...earning,
    baseRate: [...earning.baseRate, { rate: boostStage.rate * 1000, start: earning.computeTimestamp }],
    capacity: earning.capacity + BigInt(boostStage.capacity) * pointUnit,
  });
  await payLand(ledger, trx, { id: randomUUID(), teamId, land: boostStage.land, what: `${stage} stage`, nodeId });
};

const isStage = (name: string): name is BoostStage => (boostStages as readonly string[]).includes(name);

interface Collected {
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
