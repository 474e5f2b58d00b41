/**
 * Opens the hosting service and its dependencies on real engines in this process. Without test tools, so that child
 * processes can use it.
 */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../../src/cloud/config.ts";
import { openAi } from "../../../src/cloud/engines/ai/open.ts";
import { openArweave } from "../../../src/cloud/engines/arweave/open.ts";
import { openBlocks } from "../../../src/cloud/engines/blocks/open.ts";
import { openBot } from "../../../src/cloud/engines/bot/open.ts";
import { openCertificates } from "../../../src/cloud/engines/certificates/open.ts";
import { openCompilers } from "../../../src/cloud/engines/compilers/compilers.ts";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import { openDns } from "../../../src/cloud/engines/dns/open.ts";
import type { Engines } from "../../../src/cloud/engines/engines.ts";
import { openGitHub } from "../../../src/cloud/engines/code-host/github.ts";
import { openEvm } from "../../../src/cloud/engines/evm/open.ts";
import { noRollups } from "../../../src/cloud/engines/rollups/none.ts";
import { openGit } from "../../../src/cloud/engines/git/open.ts";
import { openJobs } from "../../../src/cloud/engines/jobs/open.ts";
import { openMailer } from "../../../src/cloud/engines/mailer/open.ts";
import { openNameServices } from "../../../src/cloud/engines/name-services/open.ts";
import { openPlatforms } from "../../../src/cloud/engines/platforms/open.ts";
import { coinPriceOf, openPrices } from "../../../src/cloud/engines/prices/open.ts";
import { openRealtime } from "../../../src/cloud/engines/realtime/open.ts";
import { openSandbox } from "../../../src/cloud/engines/sandbox/open.ts";
import { openSolana } from "../../../src/cloud/engines/solana/open.ts";
import { openZkSyncLite } from "../../../src/cloud/engines/zksync-lite/open.ts";
import { openTon } from "../../../src/cloud/engines/ton/open.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import type { Scheduler } from "../../../src/cloud/kernel/duties.ts";
import type { Hosting } from "../../../src/cloud/hosting/deployments/service.ts";
import { people } from "../../../src/cloud/account/people.module.ts";
import { meter } from "../../../src/cloud/billing/meter.module.ts";
import { ipns } from "../../../src/cloud/gateway/names.module.ts";
import { gateway as serving } from "../../../src/cloud/gateway/serve.module.ts";
import { hosting as hostingModule } from "../../../src/cloud/hosting/deployments.module.ts";
import { names } from "../../../src/cloud/hosting/names.module.ts";
import { repositories } from "../../../src/cloud/hosting/repositories.module.ts";
import { uploads } from "../../../src/cloud/hosting/uploads.module.ts";
import { createClosers } from "../../../src/cloud/lib/closers.ts";
import { createLimits } from "../../../src/cloud/kernel/limits/limits.ts";
import { buildModules } from "../../../src/cloud/kernel/module.ts";
import { modules } from "../../../src/cloud/modules.ts";
import { arweave } from "../../../src/cloud/storage/arweave.module.ts";
import { buckets } from "../../../src/cloud/storage/buckets.module.ts";
import { contentOwners } from "../../../src/cloud/storage/content-owners.module.ts";
import { pinning } from "../../../src/cloud/storage/pinning.module.ts";
import { startDuties } from "../server/duties.ts";
import { unlockAllUsers } from "../billing/unlocks.ts";
import { oneProcess } from "../server/owners.ts";

const templatesDir = join(import.meta.dirname, "../../../templates");

/** `watch` can wrap the engines to observe calls. */
export const openHosting = async (
  config: Config,
  database: Database,
  log: Logger,
  watch: (engines: Engines) => Engines = (engines) => engines,
) => {
  await chmod(config.DATA_DIR, 0o711);
  const blocks = await openBlocks(config, database, log);
  const prices = openPrices(config);
  const encryption = createSecretBox(config);
  const { owners } = oneProcess();
  const engines = watch({
    ai: await openAi(config, log),
    database,
    disk: {
      freeBytes: () => Infinity,
      totalBytes: () => Infinity,
      isLow: () => false,
      requireRoom: () => undefined,
      check: () => undefined,
      close: async () => undefined,
    },
    blocks,
    git: await openGit(config, { database, blocks, log }),
    codeHost: openGitHub(config),
    compilers: openCompilers(join(config.DATA_DIR, "compilers")),
    dns: openDns(config),
    certificates: openCertificates(config),
    mailer: openMailer(config),
    sandbox: await openSandbox(config, log),
    jobs: await openJobs(database, log),
    realtime: await openRealtime(config, database, log),
    platforms: await openPlatforms(config, log),
    solana: await openSolana(config, database, owners, log),
    zkSyncLite: await openZkSyncLite(config, database, owners, log),
    nameServices: openNameServices(config),
    arweave: await openArweave(config, database, blocks, owners, log),
    evm: await openEvm({
      config,
      database,
      encryption,
      coinPrice: coinPriceOf(prices, log),
      owners,
      log,
    }),
    prices,
    ton: await openTon({ config, database, encryption, owners, log }),
    rollups: noRollups(),
    bot: await openBot({ config, database, encryption, owners, log }),
  });
  const siteUrl = (label: string) => `http://${label}.${config.CONTENT_DOMAIN}`;
  const dashboardUrl = () => `http://${config.CONTENT_DOMAIN}`;
  await unlockAllUsers(database);
  const built = buildModules(modules, {
    engines,
    limits: createLimits(),
    config,
    log,
    docsDir: config.DATA_DIR,
    templatesDir,
    siteUrl,
    dashboardUrl,
    wake: () => undefined,
  });
  const { apiOf } = built;
  const services = {
    ...apiOf(people),
    ...apiOf(meter),
    ...apiOf(serving),
    ...apiOf(buckets),
    hosting: apiOf(hostingModule),
    repositories: apiOf(repositories),
    uploads: apiOf(uploads),
    ...apiOf(names),
    arweave: apiOf(arweave).arweave,
    pinning: apiOf(pinning),
    ipns: apiOf(ipns),
    contentOwners: apiOf(contentOwners),
  };
  const closers = createClosers((name, error) => log.warn({ err: error }, `${name} did not shut down cleanly`));
  await built.start(closers);
  let duties: Scheduler | undefined;
  const hosting: Hosting = {
    ...services.hosting,
    work: async () => {
      await services.hosting.work();
      duties ??= await startDuties(database, services.hosting.duties);
    },
  };
  const close = async (): Promise<void> => {
    await duties?.close();
    await engines.jobs.close(0);
    await engines.sandbox.close();
    await engines.realtime.close();
    await closers.closeAll();
    await engines.arweave.close();
    await engines.evm.close();
    await engines.blocks.close();
  };
  return { ...hosting.deps, ...services, hosting, sealed: built.sealed, close };
};

export type OpenHosting = Awaited<ReturnType<typeof openHosting>>;
