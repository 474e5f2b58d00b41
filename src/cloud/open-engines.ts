import type { Logger } from "pino";
import type { Closers } from "./closers.ts";
import type { Config } from "./config.ts";
import { openAi } from "./engines/ai/open.ts";
import { openArweave } from "./engines/arweave/open.ts";
import { openBlocks } from "./engines/blocks/open.ts";
import { openBot } from "./engines/bot/open.ts";
import { openCertificates } from "./engines/certificates/open.ts";
import { gitHubHosts, openGitHub } from "./engines/code-host/github.ts";
import { connectDatabase } from "./engines/database/connect.ts";
import { openDatabase } from "./engines/database/open.ts";
import { openDisk } from "./engines/disk/disk.ts";
import { openDns } from "./engines/dns/open.ts";
import type { Engines } from "./engines/engines.ts";
import { openEvm } from "./engines/evm/open.ts";
import { openGit } from "./engines/git/open.ts";
import { openJobs } from "./engines/jobs/open.ts";
import { openMailer } from "./engines/mailer/open.ts";
import { openNameServices } from "./engines/name-services/open.ts";
import { openPlatforms } from "./engines/platforms/open.ts";
import { coinPriceOf, openPrices } from "./engines/prices/open.ts";
import { openRealtime } from "./engines/realtime/open.ts";
import { openRollups } from "./engines/rollups/open.ts";
import { openSandbox } from "./engines/sandbox/open.ts";
import { openSolana } from "./engines/solana/open.ts";
import { openZkSyncLite } from "./engines/zksync-lite/open.ts";
import { openTon } from "./engines/ton/open.ts";
import { createSecretBox } from "./services/secret-box.ts";

/** Opens every engine and registers it with `closers` in order of dependency. */
export const openEngines = async (config: Config, log: Logger, closers: Closers): Promise<Engines> => {
  // The sandbox is tested with a real run, which takes longest, so it runs in parallel.
  const trying = openSandbox(config, log);
  trying.catch(() => undefined);
  const disk = openDisk(config, log);
  closers.add("The disk", () => disk.close());
  const database = await openDatabase(config, log);
  closers.add("The database", () => database.close());
  const blocks = await openBlocks(config, database, log, disk.requireRoom);
  closers.add("The block store", () => blocks.close());
  const realtime = await openRealtime(config, database, log);
  closers.add("The sockets", () => realtime.close());
  // The configured code host may have any address.
  const git = await openGit({ ...config, GIT_PRIVATE_HOSTS: [...config.GIT_PRIVATE_HOSTS, ...gitHubHosts(config)] });
  const codeHost = openGitHub(config);
  const platforms = await openPlatforms(config, log);
  const sandbox = await trying;
  closers.add("The sandbox", () => sandbox.close());
  const jobs = await openJobs(database, log);
  closers.add("The job queue", () => jobs.close());
  const certificates = openCertificates(config);
  // Local chains have their own connections, so that they never wait for requests that wait for them.
  const chains = { ...connectDatabase(database.connection, log, { connections: 4 }), embedded: database.embedded };
  closers.add("The database of the local chains", () => chains.close());
  const solana = openSolana(config, chains, log);
  const zkSyncLite = openZkSyncLite(config, chains, log);
  const arweave = openArweave(config, chains, blocks, log);
  closers.add("Arweave", () => arweave.close());
  const prices = openPrices(config);
  const encryption = createSecretBox(config);
  const evm = await openEvm({ config, database: chains, encryption, coinPrice: coinPriceOf(prices, log), log });
  closers.add("The EVM chains", () => evm.close());
  const rollups = await openRollups({ config, database: chains, encryption, evm, log });
  closers.add("Rollups", () => rollups.close());
  const ai = await openAi(config, log);
  closers.add("The models", () => ai.close());
  const bot = openBot({ config, database: chains, encryption, log });
  closers.add("The bot", () => bot.close());
  return {
    ai,
    certificates,
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
    solana,
    zkSyncLite,
    nameServices: openNameServices(config),
    arweave,
    evm,
    rollups,
    prices,
    ton: openTon({ config, database: chains, encryption, log }),
    bot,
  };
};
