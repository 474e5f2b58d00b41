import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { pages, resources } from "../../../resources/index.ts";
import { memberCalls } from "../../../resources/account/teams/member-calls.ts";
import { members } from "../../../resources/account/teams/members.ts";
import { noticeCalls } from "../../../resources/account/notices.ts";
import { profileCalls } from "../../../resources/account/profile.ts";
import { sessionCalls } from "../../../resources/account/session.ts";
import { deviceSessionCalls } from "../../../resources/account/sessions.ts";
import { teamNameCalls } from "../../../resources/account/teams/team-name.ts";
import { teamCalls } from "../../../resources/account/teams/teams.ts";
import { walletCalls } from "../../../resources/account/wallets.ts";
import type { CallSpec, Resource } from "../../../resources/declare/define.ts";
import { authTokenCalls, authTokens } from "../../../resources/hosting/auth-tokens.ts";
import { notices as noticeResource } from "../../../resources/operator/notices.ts";
import { readConfig } from "../../../src/cloud/config.ts";
import type { Jobs } from "../../../src/cloud/engines/jobs/jobs.ts";
import { openMailer } from "../../../src/cloud/engines/mailer/open.ts";
import { trustedProxies } from "../../../src/cloud/engines/network/client.ts";
import { openRealtime } from "../../../src/cloud/engines/realtime/open.ts";
import { closerOf } from "../../../src/cloud/http/edge/close-app.ts";
import { buildApp, type AppDeps } from "../../../src/cloud/http/app.ts";
import { limitConnections } from "../../../src/cloud/http/edge/limits/connection-limits.ts";
import { createUnderWay } from "../../../src/cloud/http/edge/under-way.ts";
import { createIdentify } from "../../../src/cloud/kernel/calls/identify.ts";
import { createAllowance } from "../../../src/cloud/billing/ledger/allowance.ts";
import { createUsage } from "../../../src/cloud/billing/ledger/usage/usage.ts";
import { accountRoutes } from "../../../src/cloud/account/auth/account-routes.ts";
import { authRoutes } from "../../../src/cloud/account/auth/routes.ts";
import { createAuth } from "../../../src/cloud/account/auth/service.ts";
import type { NodeTokens } from "../../../src/cloud/boost/service.ts";
import { serveAvatars } from "../../../src/cloud/account/images.ts";
import { createCallers } from "../../../src/cloud/account/callers.ts";
import { createMail } from "../../../src/cloud/account/email/service.ts";
import { noticeRoutes } from "../../../src/cloud/account/notices/routes.ts";
import { createNotices } from "../../../src/cloud/account/notices/service.ts";
import type { Route } from "../../../src/cloud/kernel/calls/route.ts";
import { teamRoutes } from "../../../src/cloud/account/teams/routes.ts";
import type { Standing } from "../../../src/cloud/billing/standing/service.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import { createTeams } from "../../../src/cloud/account/teams/service.ts";
import { tokenRoutes } from "../../../src/cloud/account/tokens/routes.ts";
import { createTokens } from "../../../src/cloud/account/tokens/service.ts";
import { callerOf } from "./api.ts";
import { testDatabase } from "../database/database.ts";
import { atFileEnd } from "../file-end.ts";
import { signIn as signInAt } from "../account/sign-in.ts";
import { openStanding } from "../billing/unlocks.ts";

interface Overrides extends Partial<Omit<AppDeps, "registry" | "routes">> {
  /** Made-up declarations and their handlers, in addition to the users' own. */
  readonly resources?: readonly Resource[];
  readonly calls?: readonly CallSpec[];
  readonly routes?: readonly Route[];
  readonly settings?: Record<string, string>;
  /** Tokens of Boost nodes. Default: none. */
  readonly nodeTokens?: Pick<NodeTokens, "verify">;
  /** Called with the team of a first sign-in. Default: nothing happens. */
  readonly firstSignIn?: (teamId: string) => Promise<void>;
  /** Default: all users are activated and have deposited. */
  readonly standing?: Standing;
}

/** Runs the HTTP layer with users, teams, tokens and ledger on a separate database: a server without hosting. */
export const testWeb = async ({
  settings = {},
  nodeTokens,
  firstSignIn,
  standing = openStanding(),
  ...overrides
}: Overrides = {}) => {
  const database = await testDatabase();
  const folder = await temporaryFolder();
  const logged: string[] = [];
  const log = pino(
    { level: "trace" },
    new Writable({ write: (chunk: Buffer, _encoding, done) => (logged.push(chunk.toString()), done()) }),
  );
  const faults: unknown[] = [];
  const usage = createUsage(database);
  const allowance = createAllowance(usage);
  const config = readConfig({ DATA_DIR: folder, ...settings });
  const realtime = await openRealtime(config, database, log);
  const callers = createCallers(realtime);
  const tokens = createTokens(database, callers);
  const notices = createNotices({ database, realtime });
  // Emails stay in the outbox, so no job is sent.
  const mail = createMail({ database, mailer: openMailer(config), jobs: {} as Jobs }, log);
  const teams = createTeams(database, {
    notices,
    mail,
    tokens,
    callers,
    realtime,
    standing,
    memberChanged: async () => undefined,
    firstSignIn: firstSignIn ?? (async () => undefined),
  });
  const { PUBLIC_URL: publicUrl, OPERATORS: operators } = config;
  const box = createSecretBox(config);
  const auth = createAuth(database, { teams, callers, allowance, box, publicUrl, operators, evm: overrides.evm });
  await auth.start();
  const registry = {
    resources: [authTokens, members, noticeResource, ...(overrides.resources ?? [])],
    pages,
    calls: [
      ...sessionCalls,
      ...profileCalls,
      ...deviceSessionCalls,
      ...walletCalls,
      ...teamCalls,
      ...teamNameCalls,
      ...memberCalls,
      ...authTokenCalls,
      ...noticeCalls,
      ...(overrides.calls ?? []),
    ],
  };
  const underWay = createUnderWay();
  const limits = limitConnections(trustedProxies(config.TRUSTED_PROXIES), {
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    socketsPerAddress: config.SOCKETS_PER_ADDRESS,
  });
  const app = await buildApp({
    config,
    underWay,
    limits,
    log,
    database,
    identify: createIdentify({
      auth,
      tokens,
      teams,
      ...(nodeTokens && { nodeTokens }),
      database,
      registry: { ...registry, resources: [...resources, ...registry.resources] },
    }),
    realtime,
    reasonOfEnd: auth.reasonOfEnd,
    fresh: auth.fresh,
    readiness: { database: database.ping },
    dashboardDir: join(folder, "dist"),
    docsDir: join(folder, "docs"),
    templatesDir: join(folder, "templates"),
    onFault: (error) => void faults.push(error),
    ...overrides,
    http: (host) => {
      serveAvatars(host.app, auth.avatar);
      overrides.http?.(host);
    },
    registry,
    routes: [
      ...authRoutes(auth, teams, realtime),
      ...accountRoutes({ auth, teams, realtime }),
      ...teamRoutes(teams, { issueTeamToken: auth.teamToken, publicUrl }),
      ...tokenRoutes(tokens, teams),
      ...noticeRoutes(notices),
      ...(overrides.routes ?? []),
    ],
  });
  const { close: closeApp } = closerOf(app, underWay, { announceMs: 0, drainMs: 0 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  // A client can keep an idle connection open.
  atFileEnd(async () => {
    await closeApp();
    await realtime.close();
    await usage.flush();
  });

  const call = callerOf(url);
  /** Signs in as the holder of a key, a new one by default. */
  const signIn = async (account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())) => {
    const data = await signInAt(url, account);
    const user = await auth.identify(data.accessToken);
    return { ...data, account, userId: user!.userId, teamId: user!.membership.teamId };
  };

  return {
    app,
    underWay,
    url,
    call,
    signIn,
    database,
    usage,
    allowance,
    box,
    callers,
    teams,
    auth,
    tokens,
    notices,
    realtime,
    logged,
    faults,
  };
};

/** Creates an empty folder, removed when the test file ends. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-web-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export type TestWeb = Awaited<ReturnType<typeof testWeb>>;
