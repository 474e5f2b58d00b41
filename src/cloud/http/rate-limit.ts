import { AppError } from "../app-error.ts";
import { networkOf } from "../engines/network/client.ts";

const windowMs = 60_000;
/** Maximum entries of all limits together; an entry takes about 200 bytes. */
const countsMax = 100_000;

export type RateLimit = (caller: string) => void;

export interface CallCounts {
  /** Returns a number that distinguishes the keys of one limit from those of others. */
  nextLimit(): number;
  /** Counts a call. Returns the number of calls in this window. */
  count(key: string): number;
  size(): number;
}

/**
 * Counts in windows of a minute, in memory. A full table drops the least recently counted key. `now` is in milliseconds
 * and monotonic: a wall clock that is set back would extend the window.
 */
export const createCallCounts = (max = countsMax, now = () => performance.now()): CallCounts => {
  /** Least recently counted key first. */
  const counts = new Map<string, number>();
  let windowEndsAt = 0;
  let limits = 0;
  return {
    nextLimit: () => (limits += 1),
    count(key) {
      if (now() >= windowEndsAt) {
        counts.clear();
        windowEndsAt = now() + windowMs;
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      if (counts.size >= max) counts.delete(counts.keys().next().value!);
      counts.set(key, count);
      return count;
    },
    size: () => counts.size,
  };
};

/** One table per server. */
const tables = new WeakMap<object, CallCounts>();

/**
 * Creates a limit per IP address, or per other ID of the caller. The returned function throws TOO_MANY_REQUESTS above
 * the limit.
 */
export const createRateLimit = ({ server }: { readonly server: object }, perMinute: number): RateLimit => {
  const counts = tables.get(server) ?? createCallCounts();
  tables.set(server, counts);
  return limitBy(counts, perMinute);
};

export const limitBy = (counts: CallCounts, perMinute: number): RateLimit => {
  const limit = counts.nextLimit();
  return (caller) => {
    if (counts.count(`${limit} ${networkOf(caller)}`) > perMinute) throw new AppError("TOO_MANY_REQUESTS");
  };
};
