/** Boost: nodes that earn points by the hour, and all related features. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import type { Db, Trx } from "../engines/database/database.ts";
import type { Duty } from "../kernel/duties.ts";
import type { Ledger } from "../billing/ledger/ledger.ts";
import { type Route, route } from "../kernel/calls/route.ts";
import { inviteRoutes } from "./invites/invite-routes.ts";
import { createInvites } from "./invites/invites.ts";
import { createInvitees } from "./invites/invitees.ts";
import { createJoin } from "./nodes/join.ts";
import { createLeaderboard } from "./leaderboard.ts";
import { freezeDue } from "./airdrops/freeze.ts";
import { airdropRoutes } from "./airdrops/routes.ts";
import type { NodeDeps, BoostDeps } from "./nodes/node-deps.ts";
import { projectRoutes } from "./projects/routes.ts";
import { nodeRoutes } from "./nodes/node-routes.ts";
import { createPartner, type Partner } from "./partner/service.ts";
import { createNodeTokens, type NodeTokens } from "./nodes/node-tokens.ts";
import { systemClock, nodeOf } from "./nodes/nodes.ts";
import { createStakes, type Stakes } from "./stake/service.ts";
import { spinRoutes } from "./spins/routes.ts";
import { exchangeAccountRoutes } from "./tasks/exchange.ts";
import { operatorTaskRoutes } from "./tasks/operator.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { usdtRoutes } from "./usdt-routes.ts";
import { notifyFull, notifyExplored, notifyStreaks } from "./nodes/notify-nodes.ts";
import { createWithdrawals, type Withdrawals } from "./withdrawals/service.ts";
import { nodeLand } from "../../../resources/boost/nodes/land-calls.ts";
import { nodeRoute } from "./nodes/node-route.ts";
import { createTgNode, startTgNode } from "../../../resources/boost/mini-app-calls.ts";
import { readStart } from "../../../resources/boost/nodes/start-param.ts";
import { AppError } from "../kernel/app-error.ts";
import {
  captcha,
  collectExploration,
  explorationInfo,
  explorationToday,
  explore as exploreCall,
} from "../../../resources/boost/nodes/explore-calls.ts";
import { calledBy } from "./called-by.ts";
import { sixDecimals } from "./micro-amounts.ts";
import { collectFound, explorationOf, exploreNode, hasTargets, type ExplorationRow } from "./nodes/explorations.ts";
import { explorationsLeft } from "./nodes/explorations-left.ts";
import { captchaBits, captchaSeconds } from "../../../resources/boost/limits.ts";

export { boostBalances, mergeNodes } from "./nodes/merge-nodes.ts";
export { partnerHostOf } from "./partner/service.ts";
export { isNodeToken, type NodeTokens } from "./nodes/node-tokens.ts";

export interface BoostService {
  /** Deletes what expired, counts invitees, freezes airdrops, notifies full nodes and reminds users of their streaks. */
  sweep(): Promise<void>;
  readonly duties: readonly Duty[];
  readonly tokens: NodeTokens;
  readonly routes: readonly Route[];
  readonly stakes: Pick<Stakes, "poll">;
  readonly partner: Pick<Partner, "poll">;
  readonly withdrawals: Pick<Withdrawals, "pay">;
  close(): void;
}

/** Explorations stay viewable for a day after they expire. */
const explorationsKeptSeconds = 86_400;

export const createBoost = (options: BoostDeps): BoostService => {
  const { engines, teams, auth, log, clock = systemClock } = options;
  const { database } = engines;
  const tokens = createNodeTokens(database);
  const invites = createInvites(teams);
  const join = createJoin({ invites, auth });
  const leaderboard = createLeaderboard(database);
  const partner = createPartner({ database, host: options.partnerHost, log });
  const invitees = createInvitees(options);
  const deps: NodeDeps = { ...options, clock, tokens, invites, invitees, join, leaderboard, partner };
  const withdrawals = createWithdrawals({ ...options, clock });
  const sweep = async (): Promise<void> => {
    const at = clock();
    await deleteExpired(database.db, at);
    await invitees.countAll(database.db, at);
    await freezeDue(deps, database.db, at);
    await notifyFull(database, options.messaging, at);
    await notifyStreaks(database, options.messaging, at);
  };
  const stakes = createStakes({ database, evm: engines.evm, auth, clock, wake: options.wake });
  return {
    sweep,
    duties: [
      { name: "Clean up Boost", every: "10 min", scope: "cluster", run: sweep },
      ...stakes.duties,
      ...partner.duties,
      ...withdrawals.duties,
    ],
    close: stakes.close,
    tokens,
    stakes,
    partner,
    withdrawals,
    routes: [
      ...nodeRoutes(deps),
      ...landRoutes(deps),
      ...inviteRoutes(deps),
      ...miniAppRoutes(deps),
      ...exploreRoutes(deps),
      ...taskRoutes(deps),
      ...operatorTaskRoutes(deps),
      ...exchangeAccountRoutes(),
      ...projectRoutes(deps),
      ...airdropRoutes(deps),
      ...stakes.routes,
      ...spinRoutes({ database, clock, invitees }),
      ...usdtRoutes(),
      ...withdrawals.routes,
    ],
  };
};

/** The LAND balance a node can spend: that of the user's own team, whichever team the dashboard shows. */
const landRoutes = ({ ledger }: { readonly ledger: Pick<Ledger, "available"> }): Route[] => [
  nodeRoute(nodeLand, async ({ db, caller }) => ({ land: (await ledger.available(db, caller.teamId)).toString() })),
];

/** Joins Boost from the messaging app. */
const miniAppRoutes = ({ tokens, clock, join, messaging, partner }: NodeDeps): Route[] => [
  route(startTgNode, async ({ db, caller, body: { userId, startParam } }) => {
    const own = await messaging.idOf(db, caller.userId);
    if (own !== userId) throw new AppError("MESSAGING_UNSIGNED");
    const start = readStart(startParam);
    if (start.kind === "partner") await messaging.saveStart(db, caller.userId, start.campaigns);
    return null;
  }),
  route(createTgNode, async ({ db, caller, body }) => {
    const start = readStart(body.code);
    const code = start.kind === "invite" ? start.code : undefined;
    const { row, isNew } = await join(db, { personId: caller.userId, origin: "tg", code, at: clock() });
    if (isNew) {
      const campaigns = start.kind === "partner" ? start.campaigns : await messaging.startOf(db, caller.userId);
      const telegramUserId = campaigns && (await messaging.idOf(db, caller.userId));
      if (campaigns && telegramUserId !== undefined)
        await partner.joined(db, { ...campaigns, nodeId: row.id, telegramUserId });
    }
    return { ...(await tokens.issue(db, row.id, caller.sessionId)), isNew };
  }),
];

const deleteExpired = async (db: Db, at: number): Promise<void> => {
  await db.deleteFrom("boost_token").where("expires_at", "<", new Date()).execute();
  await db.deleteFrom("boost_captcha").where("expired_at", "<", BigInt(at)).execute();
  const oldest = BigInt(at - explorationsKeptSeconds);
  await db.deleteFrom("boost_exploration").where("expired_at", "<", oldest).execute();
};

/** Explores other nodes, protected by a captcha, and collects what was found. */
const exploreRoutes = ({ clock, captchaBits, messaging }: NodeDeps): Route[] => [
  nodeRoute(captcha, ({ db, caller: { nodeId } }) => giveCaptcha(db, nodeId, clock(), captchaBits)),
  nodeRoute(explorationToday, async ({ db, caller: { nodeId } }) => {
    const at = clock();
    const left = explorationsLeft(await nodeOf(db, nodeId), at);
    return { ...left, remain: left.today + left.bought, isEmpty: !(await hasTargets(db, nodeId, at)) };
  }),
  nodeRoute(exploreCall, async ({ db, caller: { nodeId }, body, headers }) => {
    const at = clock();
    await takeCaptcha(db, nodeId, headers["captcha-response"], at);
    return present(db, await exploreNode(db, { nodeId, exploredId: body.nodeId, at }), at);
  }),
  nodeRoute(explorationInfo, async ({ db, caller: { nodeId }, params }) =>
    present(db, await explorationOf(db, nodeId, params.id), clock()),
  ),
  nodeRoute(collectExploration, async ({ db, caller: { nodeId }, body: { explorationId } }) => {
    const { collected, total } = await collectFound(db, { nodeId, id: explorationId, at: clock() });
    if (collected > 0n) await notifyExplored(db, messaging, explorationId);
    return { collected: sixDecimals(collected), totalPoint: sixDecimals(total) };
  }),
];

const present = async (
  db: Db,
  row: ExplorationRow,
  at: number,
): Promise<z.input<(typeof explorationInfo)["reply"]>> => {
  const explored = await db
    .selectFrom("boost_node")
    .innerJoin("person", "person.id", "boost_node.person_id")
    .select(["boost_node.protect_expired_at", calledBy("person").as("address")])
    .where("boost_node.id", "=", row.explored_id)
    .executeTakeFirstOrThrow();
  return {
    explorationId: row.id,
    nodeId: row.explored_id,
    address: explored.address,
    points: sixDecimals(BigInt(row.found)),
    isProtected: explored.protect_expired_at > BigInt(at),
    createdAt: Number(row.created_at),
    expiredAt: Number(row.expired_at),
    collectedAt: row.collected_at === null ? null : Number(row.collected_at),
  };
};

interface Captcha {
  readonly id: string;
  readonly salt: string;
  readonly bits: number;
  readonly expiredAt: number;
}

const answerPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,16})$/;

/**
 * A self-hosted proof-of-work captcha for one node's exploration: find `counter` so that SHA-256(`salt` + counter, in
 * decimal) starts with `bits` zero bits.
 */
const giveCaptcha = async (db: Db, nodeId: string, at: number, bits = captchaBits): Promise<Captcha> => {
  const captcha = { id: randomUUID(), salt: randomBytes(16).toString("hex"), bits };
  const expiredAt = at + captchaSeconds;
  await db
    .insertInto("boost_captcha")
    .values({ ...captcha, node_id: nodeId, expired_at: expiredAt })
    .execute();
  return { ...captcha, expiredAt };
};

/**
 * Checks an answer (`id:counter`) and consumes its captcha in the same transaction, so it can't be reused. Throws BOOST_CAPTCHA_WRONG for a
 * wrong answer and for a captcha of another node, expired or used.
 */
const takeCaptcha = async (
  trx: Trx,
  nodeId: string,
  answer: string | readonly string[] | undefined,
  at: number,
): Promise<void> => {
  const [, id, counter] = (typeof answer === "string" && answerPattern.exec(answer)) || [];
  if (id === undefined || counter === undefined) throw new AppError("BOOST_CAPTCHA_WRONG");
  const captcha = await trx
    .deleteFrom("boost_captcha")
    .where("id", "=", id)
    .where("node_id", "=", nodeId)
    .where("expired_at", ">", BigInt(at))
    .returning(["salt", "bits"])
    .executeTakeFirst();
  if (!captcha || zeroBits(captcha.salt + counter) < captcha.bits) throw new AppError("BOOST_CAPTCHA_WRONG");
};

const zeroBits = (text: string): number => Math.clz32(createHash("sha256").update(text).digest().readUInt32BE(0));
