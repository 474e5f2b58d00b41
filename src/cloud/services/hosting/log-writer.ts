import { logBytesMax, logLinesMax } from "../../../../resources/limits.ts";
import { lineOf, type UnnumberedLine } from "./log-store.ts";
import { messages } from "./messages.ts";

export interface LogWriter {
  /** Adds a line of a command's output; lines beyond the limits are dropped after one notice. */
  line(content: string): void;
  /** Adds a line of Freehold's own, which is never dropped. */
  say(content: string): void;
  /** Resolves when every line is stored. Rejects when storing failed. */
  flush(): Promise<void>;
}

/** Stores and announces lines. Throws when the writer was superseded. */
export type StoreLines = (lines: readonly UnnumberedLine[]) => Promise<void>;

const batchMs = 100;
const batchLinesMax = 2000;

/** Collects lines for at most 100 ms and stores them in ordered batches. `onFailure` is called once when that fails. */
export const createLogWriter = (
  store: StoreLines,
  options: { readonly storedLines: number; onFailure(error: unknown): void },
): LogWriter => {
  let waiting: UnnumberedLine[] = [];
  let linesLeft = logLinesMax - options.storedLines;
  let bytesLeft = logBytesMax;
  let isCut = false;
  let failure: { readonly error: unknown } | undefined;
  let draining: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const drain = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchLinesMax);
      try {
        await store(batch);
      } catch (error) {
        failure = { error };
        waiting = [];
        options.onFailure(error);
      }
    }
  };
  const drainOnce = (): Promise<void> => (draining ??= drain().finally(() => (draining = undefined)));
  const take = (content: string): void => {
    if (failure) return;
    waiting.push(lineOf(content));
    timer ??= setTimeout(() => void drainOnce(), batchMs);
    if (waiting.length >= batchLinesMax) void drainOnce();
  };

  return {
    line: (content) => {
      if (isCut) return;
      linesLeft -= 1;
      bytesLeft -= content.length;
      isCut = linesLeft < 0 || bytesLeft < 0;
      take(isCut ? messages.logCut : content);
    },
    say: take,
    flush: async () => {
      // The drain in progress may have missed the last lines.
      await drainOnce();
      await drainOnce();
      if (failure) throw failure.error;
    },
  };
};
