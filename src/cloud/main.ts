/** The cloud as a process: settings → log → engines and services → one line that says where it is. Ctrl-C stops it in order. */
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { startCloud, type Cloud } from "./cloud.ts";
import { readConfig, type Config } from "./config.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { lockDataFolder } from "./instance-lock.ts";
import { openLog } from "./log.ts";

const stopPatienceMs = 15_000;
const sameSignalMs = 1000;

const main = async (): Promise<void> => {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const isDevelopment = process.argv.includes("--dev");
  const config = readConfig();
  prepareDataFolder(config.DATA_DIR);
  const lock = await lockDataFolder(config.DATA_DIR);
  const { logger, fileOnly, flush } = openLog(config, isDevelopment ? "info" : "warn");
  endOnBug(logger, flush);

  const starting = startCloud(config, logger, { isDevelopment });
  stopOnSignal(starting, fileOnly, flush);
  try {
    const cloud = await starting;
    lock.announce(cloud.url);
    fileOnly.info({ url: cloud.url }, "Ready");
    welcome(cloud, config);
  } catch (error) {
    fileOnly.fatal({ err: error }, "The cloud did not start");
    flush();
    throw error;
  }
};

const welcome = ({ url }: Cloud, { DATA_DIR }: Config): void => {
  say("");
  say(`Freehold is ready at ${url}`);
  say("  Open it, sign in with a wallet, then drop a folder on New Project: it is live a moment later.");
  say(`  Ctrl-C stops everything. Data and logs are in ${DATA_DIR}.`);
};

const stopOnSignal = (starting: Promise<Cloud>, logger: Logger, flush: () => void): void => {
  let stoppingSince: number | undefined;
  const stop = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      // The second Ctrl-C does not wait; nothing acknowledged is lost by that. But one Ctrl-C may reach us twice, by npm too.
      if (Date.now() - stoppingSince > sameSignalMs) process.exit(130);
      return;
    }
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), stopPatienceMs).unref();
    try {
      await (await starting).close();
      logger.info("Stopped");
    } catch (error) {
      logger.error({ err: error }, "The cloud did not stop in order");
    }
    flush();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
};

/** After an error that nobody caught, the state is unknown: it is logged, and the process ends to be started again. */
const endOnBug = (logger: Logger, flush: () => void): void => {
  const end = (error: unknown): void => {
    logger.fatal({ err: error }, "An error that nobody caught");
    flush();
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
