import { mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { destination, multistream, pino, type Logger, type StreamEntry } from "pino";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

const rotateBytes = 20 * 1024 * 1024;
const bufferedBytesMax = 4 * 1024 * 1024;

export interface Log {
  readonly logger: Logger;
  /** For messages that the terminal shows separately. */
  readonly fileOnly: Logger;
  /** Flushes buffered lines before a process exits. */
  flush(): void;
}

/** The log: JSON lines in DATA_DIR/logs/cloud.log; on a terminal also lines of at least the level `onTerminal`, shortened. */
export const openLog = (config: Pick<Config, "DATA_DIR" | "LOG_LEVEL">, onTerminal: "info" | "warn"): Log => {
  const folder = join(config.DATA_DIR, "logs");
  const path = join(folder, "cloud.log");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > rotateBytes) renameSync(path, `${path}.1`);

  const file = destination({ dest: path, sync: false, mode: 0o600, maxLength: bufferedBytesMax });
  // On a full disk, lines are buffered for the next try and then dropped, without stopping the process.
  file.on("error", () => undefined);
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
