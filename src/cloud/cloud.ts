import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { calls, pages, resources } from "../../resources/index.ts";
import type { CallSpec, Resource } from "../../resources/define.ts";
import { createClosers } from "./closers.ts";
import type { Config } from "./config.ts";
import { openBlocks } from "./engines/blocks/open.ts";
import { openDatabase } from "./engines/database/open.ts";
import { openJobs } from "./engines/jobs/open.ts";
import { openRealtime } from "./engines/realtime/open.ts";
import { openSandbox } from "./engines/sandbox/open.ts";
import { buildApp } from "./http/app.ts";
import { createIdentify } from "./http/identify.ts";
import { createAllowance } from "./ledger/allowance.ts";
import { createUsage } from "./ledger/usage.ts";
import { authRoutes } from "./services/auth/routes.ts";
import { createAuth } from "./services/auth/service.ts";
import { documentRoutes } from "./services/documents/routes.ts";
import type { Route } from "./services/route.ts";
import { teamRoutes } from "./services/teams/routes.ts";
import { createTeams } from "./services/teams/service.ts";
import { tokenRoutes } from "./services/tokens/routes.ts";
import { createTokens } from "./services/tokens/service.ts";

export interface Cloud {
  /** Address people use, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const projectFolder = join(import.meta.dirname, "../..");

/** Starts the whole cloud: engines, services, HTTP and sockets on one port. Throws one sentence when the port is taken. */
export const startCloud = async (
  config: Config,
  log: Logger,
  _options: { isDevelopment?: boolean } = {},
): Promise<Cloud> => {
  const closers = createClosers((name, error) => log.warn({ err: error }, `${name} did not close in order`));
  try {
    const database = await openDatabase(config, log);
    closers.add("database", () => database.close());
    const blocks = await openBlocks(config, database, log);
    closers.add("blocks", () => blocks.close());
    const sandbox = await openSandbox(config, log);
    closers.add("sandbox", () => sandbox.close());
    const jobs = await openJobs(database, log);
    closers.add("jobs", () => jobs.close());
    const realtime = await openRealtime(config, database, log);
    closers.add("realtime", () => realtime.close());
    const usage = createUsage(database);
    closers.add("usage", () => usage.close());
    const allowance = createAllowance(usage);
    const teams = createTeams(database);
    const auth = createAuth(database, { teams, allowance, publicUrl: config.PUBLIC_URL });
    const tokens = createTokens(database);
    const docsDir = join(projectFolder, "docs");
    const routes = [
      ...authRoutes(auth, teams),
      ...teamRoutes(teams, auth.teamToken),
      ...tokenRoutes(tokens),
      ...documentRoutes(docsDir),
    ];
    const app = await buildApp({
      config,
      log,
      database,
      registry: answered(routes),
      routes,
      identify: createIdentify({ auth, tokens, teams, database, registry: { resources, pages } }),
      readiness: { database: database.ping, blocks: blocks.ping },
      dashboardDir: join(projectFolder, "dist"),
      docsDir,
      buildsUnavailable: sandbox.unavailable,
    });
    closers.add("http", () => app.close());
    realtime.attach(app.server, async (token) => {
      const identity = await auth.identify(token);
      return identity && { userId: identity.userId, teamId: identity.membership.teamId };
    });
    await listen(app, config);
    const { port } = app.server.address() as AddressInfo;
    return { url: config.PUBLIC_URL ?? `http://localhost:${port}`, port, close: closers.closeAll };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

const listen = async (app: FastifyInstance, { PORT, HOST }: Config): Promise<void> => {
  try {
    await app.listen({ port: PORT, host: HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${PORT} is taken by another program. Set PORT to a free one.`, { cause: error });
  }
};

const answered = (routes: readonly Route[]) => {
  const known = new Set(routes.map(({ call }) => call));
  const isKnown = (call: string | undefined): boolean => known.has(call as never);
  return {
    resources: resources.filter((resource: Resource) => Object.values(resource.calls).every(isKnown)),
    pages,
    calls: calls.filter((call: CallSpec) => isKnown(call.call)),
  };
};
