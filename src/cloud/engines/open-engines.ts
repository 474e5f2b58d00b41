import { join } from "node:path";
import type { Logger } from "pino";
import type { Closers } from "../lib/closers.ts";
import type { Config } from "../config.ts";
import { openAi } from "./ai/open.ts";
import { openCertificates } from "./certificates/open.ts";
import { gitHubHosts, openGitHub } from "./code-host/github.ts";
import { openCompilers } from "./compilers/compilers.ts";
import type { ModuleMigrations } from "./database/migrate.ts";
import { openDns } from "./dns/open.ts";
import type { Engines } from "./engines.ts";
import { openGit } from "./git/open.ts";
import { openJobs } from "./jobs/open.ts";
import { openMailer } from "./mailer/open.ts";
import { openNameServices } from "./name-services/open.ts";
import { openBasis, openChains } from "./open-chains.ts";
import { openPlatforms } from "./platforms/open.ts";
import { openSandbox, sandboxElsewhere } from "./sandbox/open.ts";
import type { Tracer } from "../kernel/observe/spans.ts";

interface Given {
  readonly tracer?: Tracer | undefined;
  readonly ofModules?: ModuleMigrations;
}

/** Opens every engine and registers it with `closers` in order of dependency. */
export const openEngines = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { tracer, ofModules }: Given = {},
): Promise<Engines> => {
  // The sandbox is tested with a real run, which takes longest, so it runs in parallel.
  const trying = config.ROLE.includes("worker") ? openSandbox(config, log) : sandboxElsewhere();
  trying.catch(() => undefined);
  const basis = await openBasis(config, log, closers, ofModules);
  const { disk, database, blocks, realtime } = basis;
  // The configured code host may have any address.
  const gitHosts = [...config.GIT_PRIVATE_HOSTS, ...gitHubHosts(config)];
  const git = await openGit({ ...config, GIT_PRIVATE_HOSTS: gitHosts }, { database, blocks, log });
  const codeHost = openGitHub(config);
  const platforms = await openPlatforms(config, log);
  const sandbox = await trying;
  closers.add("The sandbox", () => sandbox.close());
  const jobs = await openJobs(database, log, tracer);
  closers.add("The job queue", () => jobs.close());
  const certificates = openCertificates(config);
  const ai = await openAi(config, log);
  closers.add("The models", () => ai.close());
  const compilers = openCompilers(join(config.DATA_DIR, "compilers"));
  closers.add("The compilers", () => compilers.close());
  const chains = await openChains(config, log, closers, basis);
  return {
    ...chains,
    ai,
    certificates,
    compilers,
    database,
    disk,
    jobs,
    mailer: openMailer(config),
    blocks,
    git,
    codeHost,
    dns: openDns(config),
    sandbox,
    realtime,
    platforms,
    nameServices: openNameServices(config),
  };
};
