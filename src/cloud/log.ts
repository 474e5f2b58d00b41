import { mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { destination, multistream, pino, type Logger, type StreamEntry } from "pino";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

const rotateBytes = 20 * 1024 * 1024;

export interface Log {
  readonly logger: Logger;
  /** For what the terminal is told in better words. */
  readonly fileOnly: Logger;
  /** Writes out what is still in memory; for the last words of a process. */
  flush(): void;
}

/** The log: JSON lines in DATA_DIR/logs/cloud.log; on a terminal also what is at least as grave as `onTerminal`, in few words. */
export const openLog = (config: Pick<Config, "DATA_DIR" | "LOG_LEVEL">, onTerminal: "info" | "warn"): Log => {
  const folder = join(config.DATA_DIR, "logs");
  const path = join(folder, "cloud.log");
  mkdirSync(folder, { recursive: true });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > rotateBytes) renameSync(path, `${path}.1`);

  const file = destination({ dest: path, sync: false });
  const terminal = pretty({
    colorize: process.stdout.isTTY,
    ignore: "pid,hostname",
    translateTime: "SYS:HH:MM:ss",
    hideObject: true,
    messageFormat: describe,
    sync: true,
  });
  const streams: StreamEntry[] = [{ level: "debug", stream: file }];
  if (config.LOG_LEVEL !== "silent") streams.push({ level: onTerminal, stream: terminal });
  const options = { level: config.LOG_LEVEL, base: { pid: process.pid } };
  return {
    logger: pino(options, multistream(streams)),
    fileOnly: pino(options, file),
    flush: () => file.flushSync(),
  };
};

/** On the terminal an error is its message; the stack stands in the file. */
const describe = (line: Record<string, unknown>, messageKey: string): string => {
  const { message } = (line["err"] ?? {}) as { message?: string };
  const text = line[messageKey] as string;
  return message ? `${text}: ${message}` : text;
};
