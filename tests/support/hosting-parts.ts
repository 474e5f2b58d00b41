/** The hosting service with every engine it works on, in this process; without tests' own tools, so that child processes can use it. */
import { chmod } from "node:fs/promises";
import type { Logger } from "pino";
import type { Config } from "../../src/cloud/config.ts";
import { openBlocks } from "../../src/cloud/engines/blocks/open.ts";
import type { Database } from "../../src/cloud/engines/database/database.ts";
import type { Engines } from "../../src/cloud/engines/engines.ts";
import { openGit } from "../../src/cloud/engines/git/open.ts";
import { openJobs } from "../../src/cloud/engines/jobs/open.ts";
import { openRealtime } from "../../src/cloud/engines/realtime/open.ts";
import { openSandbox } from "../../src/cloud/engines/sandbox/open.ts";
import { createAllowance } from "../../src/cloud/ledger/allowance.ts";
import { createUsage } from "../../src/cloud/ledger/usage.ts";
import { createGateway } from "../../src/cloud/services/gateway/service.ts";
import { createHosting } from "../../src/cloud/services/hosting/service.ts";
import { createHostnames } from "../../src/cloud/services/hostnames/service.ts";
import { createRepositories } from "../../src/cloud/services/repositories/service.ts";
import { createTeams } from "../../src/cloud/services/teams/service.ts";
import { createTokens } from "../../src/cloud/services/tokens/service.ts";
import { createUploads } from "../../src/cloud/services/uploads/service.ts";

/** `watch` may wrap the engines to see what passes through them. */
export const openHosting = async (
  config: Config,
  database: Database,
  log: Logger,
  watch: (engines: Engines) => Engines = (engines) => engines,
) => {
  await chmod(config.DATA_DIR, 0o711);
  const engines = watch({
    database,
    blocks: await openBlocks(config, database, log),
    git: await openGit(config),
    sandbox: await openSandbox(config, log),
    jobs: await openJobs(database, log),
    realtime: await openRealtime(config, database, log),
  });
  const usage = createUsage(database);
  const hostnames = createHostnames();
  const uploads = createUploads(engines);
  const tokens = createTokens(database);
  const repositories = createRepositories(engines, { verifyToken: tokens.verify, log });
  const gateway = createGateway(engines, {
    contentDomain: config.CONTENT_DOMAIN,
    hostnames,
    onServed: ({ bytes, ...site }) => usage.record({ ...site, resource: "TRAFFIC", amount: bytes }),
  });
  const allowance = createAllowance(usage);
  const siteUrl = (label: string) => `http://${label}.${config.CONTENT_DOMAIN}`;
  const teams = createTeams(database);
  const deps = { config, log, uploads, hostnames, gateway, repositories, usage, allowance, siteUrl };
  const hosting = createHosting(engines, deps);
  await hosting.define();
  const close = async (): Promise<void> => {
    hosting.close();
    await engines.jobs.close(0);
    await engines.sandbox.close();
    await engines.realtime.close();
    await usage.close();
    await engines.blocks.close();
  };
  return { ...deps, engines, hosting, teams, tokens, close };
};

export type OpenHosting = Awaited<ReturnType<typeof openHosting>>;
