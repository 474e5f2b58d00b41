/** The server process: settings → log → engines and services → one line with the URL. Ctrl-C stops it gracefully. */
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { startCloud, type Cloud } from "./cloud.ts";
import { readConfig, type Config } from "./config.ts";
import { fullDiskAtStart, releaseReserve } from "./engines/disk/disk.ts";
import { asAppError } from "./http/envelope.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { lockDataFolder } from "./instance-lock.ts";
import { openLog } from "./log.ts";

/** Time limit for everything after the last transfer. */
const stopPatienceMs = 15_000;
const sameSignalMs = 1000;

const main = async (): Promise<void> => {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const isDevelopment = process.argv.includes("--dev");
  const config = readConfig();
  try {
    await run(config, isDevelopment);
  } catch (error) {
    throw fullDiskAtStart(error, config) ?? error;
  }
};

const run = async (config: Config, isDevelopment: boolean): Promise<void> => {
  prepareDataFolder(config.DATA_DIR);
  const lock = await lockDataFolder(config.DATA_DIR);
  releaseReserve(config);
  const { logger, fileOnly, flush } = openLog(config, isDevelopment ? "info" : "warn");
  endOnBug(logger, flush);

  const starting = startCloud(config, logger, { isDevelopment });
  stopOnSignal(starting, config, fileOnly, flush);
  try {
    const cloud = await starting;
    lock.announce(cloud.url);
    fileOnly.info({ url: cloud.url }, "Ready");
    welcome(cloud, config);
  } catch (error) {
    fileOnly.fatal({ err: error }, "Startup failed");
    flush();
    throw error;
  }
};

const welcome = ({ url }: Cloud, { DATA_DIR }: Config): void => {
  say("");
  say(`Freehold is ready at ${url}`);
  say("  Open it, sign in with a wallet, and drop a folder on New project to deploy a site.");
  say(`  Press Ctrl-C to stop. Data and logs: ${DATA_DIR}`);
};

const stopOnSignal = (
  starting: Promise<Cloud>,
  { ANNOUNCE_SECONDS, DRAIN_SECONDS }: Config,
  logger: Logger,
  flush: () => void,
): void => {
  let stoppingSince: number | undefined;
  const stop = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      // The second Ctrl-C stops immediately without losing acknowledged writes. One Ctrl-C may arrive twice, also from npm.
      if (Date.now() - stoppingSince > sameSignalMs) process.exit(130);
      return;
    }
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), (ANNOUNCE_SECONDS + DRAIN_SECONDS) * 1000 + stopPatienceMs).unref();
    try {
      await (await starting).close();
      logger.info("Stopped");
    } catch (error) {
      logger.error({ err: error }, "Shutdown failed");
    }
    flush();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
};

/** After an uncaught error, the state is unknown: logs the error and exits, to be restarted. */
const endOnBug = (logger: Logger, flush: () => void): void => {
  const end = (error: unknown): void => {
    logger.fatal({ err: error }, "Uncaught error");
    flush();
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", (error) => {
    // A background task that fails without the database runs again when it is next due.
    if (asAppError(error)?.status === 503) logger.error({ err: error }, "A background task failed");
    else end(error);
  });
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
