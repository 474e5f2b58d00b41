/**
 * Opens the hosting service and its dependencies on real engines in this process. Without test tools, so that child
 * processes can use it.
 */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../src/cloud/config.ts";
import { openAi } from "../../src/cloud/engines/ai/open.ts";
import { openArweave } from "../../src/cloud/engines/arweave/open.ts";
import { openBlocks } from "../../src/cloud/engines/blocks/open.ts";
import { openBot } from "../../src/cloud/engines/bot/open.ts";
import { openCertificates } from "../../src/cloud/engines/certificates/open.ts";
import type { Database } from "../../src/cloud/engines/database/database.ts";
import { openDns } from "../../src/cloud/engines/dns/open.ts";
import type { Engines } from "../../src/cloud/engines/engines.ts";
import { openGitHub } from "../../src/cloud/engines/code-host/github.ts";
import { openEvm } from "../../src/cloud/engines/evm/open.ts";
import { noRollups } from "../../src/cloud/engines/rollups/none.ts";
import { openGit } from "../../src/cloud/engines/git/open.ts";
import { openJobs } from "../../src/cloud/engines/jobs/open.ts";
import { openMailer } from "../../src/cloud/engines/mailer/open.ts";
import { openNameServices } from "../../src/cloud/engines/name-services/open.ts";
import { openPlatforms } from "../../src/cloud/engines/platforms/open.ts";
import { coinPriceOf, openPrices } from "../../src/cloud/engines/prices/open.ts";
import { openRealtime } from "../../src/cloud/engines/realtime/open.ts";
import { openSandbox } from "../../src/cloud/engines/sandbox/open.ts";
import { openSolana } from "../../src/cloud/engines/solana/open.ts";
import { openZkSyncLite } from "../../src/cloud/engines/zksync-lite/open.ts";
import { openTon } from "../../src/cloud/engines/ton/open.ts";
import { createSecretBox } from "../../src/cloud/services/secret-box.ts";
import type { Scheduler } from "../../src/cloud/kernel/duties.ts";
import type { Hosting } from "../../src/cloud/services/hosting/service.ts";
import { createServices } from "../../src/cloud/services/services.ts";
import { startDuties } from "./duties.ts";
import { unlockAllUsers } from "./unlocks.ts";

const templatesDir = join(import.meta.dirname, "../../templates");

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
  const engines = watch({
    ai: await openAi(config, log),
    database,
    disk: {
      freeBytes: () => Infinity,
      isLow: () => false,
      requireRoom: () => undefined,
      check: () => undefined,
      close: async () => undefined,
    },
    blocks,
    git: await openGit(config),
    codeHost: openGitHub(config),
    dns: openDns(config),
    certificates: openCertificates(config),
    mailer: openMailer(config),
    sandbox: await openSandbox(config, log),
    jobs: await openJobs(database, log),
    realtime: await openRealtime(config, database, log),
    platforms: await openPlatforms(config, log),
    solana: openSolana(config, database, log),
    zkSyncLite: openZkSyncLite(config, database, log),
    nameServices: openNameServices(config),
    arweave: openArweave(config, database, blocks, log),
    evm: await openEvm({ config, database, encryption, coinPrice: coinPriceOf(prices, log), log }),
    prices,
    ton: openTon({ config, database, encryption, log }),
    rollups: noRollups(),
    bot: openBot({ config, database, encryption, log }),
  });
  const siteUrl = (label: string) => `http://${label}.${config.CONTENT_DOMAIN}`;
  const dashboardUrl = () => `http://${config.CONTENT_DOMAIN}`;
  await unlockAllUsers(database);
  const services = createServices(engines, {
    config,
    log,
    docsDir: config.DATA_DIR,
    templatesDir,
    siteUrl,
    dashboardUrl,
    wake: () => undefined,
  });
  const { usage } = services;
  let duties: Scheduler | undefined;
  const hosting: Hosting = {
    ...services.hosting,
    work: async () => {
      await services.hosting.work();
      duties ??= await startDuties(database, services.hosting.duties);
    },
  };
  await hosting.define();
  await services.repositories.define();
  await services.mail.define();
  await services.webhooks.define();
  const close = async (): Promise<void> => {
    await duties?.close();
    await engines.jobs.close(0);
    await engines.sandbox.close();
    await engines.realtime.close();
    await usage.flush();
    await engines.arweave.close();
    await engines.evm.close();
    await engines.blocks.close();
  };
  return { ...hosting.deps, ...services, hosting, close };
};

export type OpenHosting = Awaited<ReturnType<typeof openHosting>>;
