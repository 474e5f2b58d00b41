/** The server process: settings → log → engines and services → one line with the URL. Ctrl-C stops it gracefully. */
import { existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Logger, destination, multistream, pino, type StreamEntry } from "pino";
import pretty from "pino-pretty";
import type { Cloud } from "./cloud.ts";
import type { Config } from "./config.ts";
import { fullDiskAtStart, releaseReserve } from "./engines/disk/disk.ts";
import { logFieldsOfWork } from "./kernel/observe/work.ts";
import { processId, version } from "./kernel/process-id.ts";
import { isUnreadResponse } from "./lib/unread-response.ts";
import { asAppError } from "./kernel/calls/envelope.ts";
import { prepareDataFolder } from "./engines/disk/data-folder.ts";
import { lockDataFolder, type InstanceLock } from "./engines/disk/instance-lock.ts";
import { readInstanceConfig, untilHandedBack } from "./move/handover.ts";

/** Time limit for everything after the last transfer. */
const stopPatienceMs = 15_000;
const sameSignalMs = 1000;

const main = async (): Promise<void> => {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const isDevelopment = process.argv.includes("--dev");
  const config = readInstanceConfig();
  try {
    await run(config, isDevelopment);
  } catch (error) {
    throw fullDiskAtStart(error, config) ?? error;
  }
};

const run = async (config: Config, isDevelopment: boolean): Promise<void> => {
  prepareDataFolder(config.DATA_DIR);
  await untilHandedBack(config.DATA_DIR);
  let lock = await lockForStart(config);
  releaseReserve(config);
  const { logger, fileOnly, flush } = openLog(config, isDevelopment ? "info" : "warn");
  endOnBug(logger, flush);

  const server = { starting: start(config, logger, isDevelopment) };
  stopOnSignal(server, config, fileOnly, flush);
  const started = async (): Promise<Cloud> => {
    try {
      const cloud = await server.starting;
      lock.announce(cloud.url);
      fileOnly.info({ url: cloud.url }, "Ready");
      return cloud;
    } catch (error) {
      fileOnly.fatal({ err: error }, "Startup failed");
      flush();
      throw error;
    }
  };
  const restart = async (): Promise<Cloud> => {
    const { port, close } = await server.starting;
    await close();
    await lock.release();
    fileOnly.info("Stopped for a move");
    await untilHandedBack(config.DATA_DIR);
    lock = await lockForStart(readInstanceConfig());
    // Clients know the port, also one that was picked.
    return start({ ...readInstanceConfig(), PORT: port }, logger, isDevelopment);
  };
  process.on("SIGUSR2", () => {
    server.starting = restart();
    void started();
  });
  welcome(await started(), config);
};

const lockForStart = ({ DATA_DIR, DATABASE_URL }: Config): Promise<InstanceLock> =>
  lockDataFolder(DATA_DIR, { canRestart: true, isShared: DATABASE_URL !== undefined });

/**
 * A process that only owns chains loads neither modules nor HTTP, unless it serves figures at METRICS_PORT. With an embedded database, no
 * other process serves.
 */
const start = async (config: Config, log: Logger, isDevelopment: boolean): Promise<Cloud> => {
  const isLean = config.DATABASE_URL !== undefined && config.METRICS_PORT === undefined;
  const isOwnerOnly = isLean && config.ROLE.every((role) => role === "owner");
  if (isOwnerOnly) return (await import("./owner.ts")).startOwner(config, log);
  return (await import("./cloud.ts")).startCloud(config, log, { isDevelopment });
};

const welcome = ({ url, port }: Cloud, { DATA_DIR, ROLE }: Config): void => {
  say("");
  if (ROLE.includes("web")) {
    say(`Freehold is ready at ${url}`);
    say("  Open it, sign in with a wallet, and drop a folder on New project to deploy a site.");
  } else say(`Freehold is ready as ${ROLE.join(" and ")}${port > 0 ? ` at ${url}` : ""}`);
  say(`  Press Ctrl-C to stop. Data and logs: ${DATA_DIR}`);
};

const stopOnSignal = (
  server: { readonly starting: Promise<Cloud> },
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
      await (await server.starting).close();
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
  process.on("uncaughtException", (error) => {
    if (isUnreadResponse(error))
      logger.warn({ err: error }, "A server closed its connection before its response was read");
    else end(error);
  });
  process.on("unhandledRejection", (error) => {
    // A background task that fails without the database runs again when it is next due.
    if (asAppError(error)?.status === 503) logger.error({ err: error }, "A background task failed");
    else end(error);
  });
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const rotateBytes = 20 * 1024 * 1024;
const bufferedBytesMax = 4 * 1024 * 1024;

interface Log {
  readonly logger: Logger;
  /** For messages that the terminal shows separately. */
  readonly fileOnly: Logger;
  /** Flushes buffered lines before a process exits. */
  flush(): void;
}

/** The log: JSON lines in DATA_DIR/logs/cloud.log; on a terminal also lines of at least the level `onTerminal`, shortened. */
const openLog = (
  config: Pick<Config, "DATA_DIR" | "LOG_LEVEL" | "WORKER_ID" | "ROLE">,
  onTerminal: "info" | "warn",
): Log => {
  const folder = join(config.DATA_DIR, "logs");
  const path = join(folder, "cloud.log");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > rotateBytes) renameSync(path, `${path}.1`);

  const file = destination({ dest: path, sync: false, mode: 0o600, maxLength: bufferedBytesMax });
  // On a full disk, lines are buffered for the next try and then dropped, without stopping the process.
  file.on("error", () => undefined);
  const terminal = pretty({
    colorize: process.stdout.isTTY,
    ignore: "pid,process,roles,version,requestId,queue,jobId,traceId,spanId",
    translateTime: "SYS:HH:MM:ss",
    hideObject: true,
    messageFormat: describe,
    sync: true,
  });
  const streams: StreamEntry[] = [{ level: "debug", stream: file }];
  if (config.LOG_LEVEL !== "silent") streams.push({ level: onTerminal, stream: terminal });
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid, process: processId(config), roles: config.ROLE.join(","), version },
    mixin: logFieldsOfWork,
  };
  return {
    logger: pino(options, multistream(streams)),
    fileOnly: pino(options, file),
    flush: () => {
      try {
        file.flushSync();
      } catch {
        // Lines that can't be written are lost.
      }
    },
  };
};

/** The terminal shows an error's message; the log file has the stack. */
const describe = (line: Record<string, unknown>, messageKey: string): string => {
  const { message } = (line["err"] ?? {}) as { message?: string };
  const text = line[messageKey] as string;
  return message ? `${text}: ${message}` : text;
};

try {
  await main();
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
