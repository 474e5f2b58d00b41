import { logBytesMax, logLinesMax } from "../../../../resources/limits.ts";
import { lineOf, type UnnumberedLine } from "./log-store.ts";
import { messages } from "./messages.ts";

export interface LogWriter {
  /** Takes a line of a command's output; beyond the limits it is dropped, after one line that says so. */
  line(content: string): void;
  /** Takes a line of the cloud's own, which is never dropped. */
  say(content: string): void;
  /** Resolves when everything taken is stored. Rejects when a store failed. */
  flush(): Promise<void>;
}

/** Stores lines and shows them. Throws when the writer was superseded. */
export type StoreLines = (lines: readonly UnnumberedLine[]) => Promise<void>;

const batchMs = 100;
const batchLinesMax = 2000;

/** Gathers lines for at most 100 ms and stores them batch after batch, in order. `onFailure` is told once when that fails. */
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
      // The first may be one that was about to end when the last lines came.
      await drainOnce();
      await drainOnce();
      if (failure) throw failure.error;
    },
  };
};
