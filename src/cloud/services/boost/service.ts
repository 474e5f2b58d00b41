/** Boost: nodes that earn points by the hour, and all related features. */
import type { Logger } from "pino";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Auth } from "../auth/service.ts";
import type { Bot } from "../bot/service.ts";
import type { Messaging } from "../messaging/service.ts";
import type { MiniPayments } from "../mini-payments/service.ts";
import type { Notices } from "../notices/service.ts";
import { type Route, route } from "../route.ts";
import type { SecretBox } from "../secret-box.ts";
import type { Teams } from "../teams/service.ts";
import { exploreRoutes } from "./explore-routes.ts";
import { inviteRoutes } from "./invite-routes.ts";
import { createInvites } from "./invites.ts";
import { createInvitees } from "./invitees.ts";
import { createJoin } from "./join.ts";
import { createLeaderboard } from "./leaderboard.ts";
import { freezeDue } from "./airdrops/freeze.ts";
import { airdropRoutes } from "./airdrops/routes.ts";
import type { NodeDeps } from "./node-deps.ts";
import { projectRoutes } from "./projects/routes.ts";
import { nodeRoutes } from "./node-routes.ts";
import { createPartner, type Partner, type PartnerHost } from "./partner/service.ts";
import { createNodeTokens, type NodeTokens } from "./node-tokens.ts";
import { systemClock, type Clock } from "./nodes.ts";
import { createStakes, type Stakes } from "./stake/service.ts";
import { spinRoutes } from "./spins/routes.ts";
import type { Records } from "./tasks/proofs.ts";
import { exchangeAccountRoutes } from "./tasks/exchange.ts";
import { operatorTaskRoutes } from "./tasks/operator.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { usdtRoutes } from "./usdt-routes.ts";
import { notifyFull } from "./notify-nodes.ts";
import { createWithdrawals, type Withdrawals } from "./withdrawals/service.ts";
import { nodeLand } from "../../../../resources/boost/land-calls.ts";
import { nodeRoute } from "./node-route.ts";
import { createTgNode, startTgNode } from "../../../../resources/boost/mini-app-calls.ts";
import { readStart } from "../../../../resources/boost/start-param.ts";
import { AppError } from "../../app-error.ts";

export { boostBalances, mergeNodes } from "./merge-nodes.ts";
export { partnerHostOf } from "./partner/service.ts";
export { isNodeToken, type NodeTokens } from "./node-tokens.ts";

export interface BoostService {
  /** Deletes what expired, counts invitees, freezes airdrops and notifies full nodes. */
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

export interface BoostDeps {
  readonly engines: Pick<Engines, "bot" | "database" | "evm" | "prices" | "ton">;
  readonly ledger: Ledger;
  readonly auth: Pick<Auth, "user" | "wallets">;
  readonly teams: Pick<Teams, "codeOf" | "inviterOf" | "membership" | "userWithCode">;
  readonly bot: Pick<Bot, "on" | "onCommand">;
  readonly messaging: Pick<Messaging, "idOf" | "saveStart" | "startOf" | "sendMessage">;
  readonly miniPayments: Pick<MiniPayments, "prepareOrder">;
  readonly notices: Pick<Notices, "refresh" | "create">;
  /** Records of other services that prove tasks. */
  readonly records: Records;
  readonly box: SecretBox;
  readonly log: Logger;
  /** The advertising partner; undefined reports nothing. */
  readonly partnerHost?: PartnerHost | undefined;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  readonly wake?: Wake;
  /** Unix seconds; replaced in tests. */
  readonly clock?: Clock;
  /** Zero bits a captcha requires; tests lower it. */
  readonly captchaBits?: number;
}

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
