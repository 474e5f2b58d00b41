import { AppError } from "../app-error.ts";
import { networkOf } from "../engines/network/client.ts";

const windowMs = 60_000;
/** Of all limits together; an entry takes about 200 bytes. */
const countsMax = 100_000;

export type RateLimit = (caller: string) => void;

export interface CallCounts {
  /** Tells the keys of one limit from those of others. */
  nextLimit(): number;
  /** Counts a call. Returns the number of calls in this window. */
  count(key: string): number;
  size(): number;
}

/**
 * Counts in windows of a minute, in memory. When the table is full, the key counted longest ago is forgotten. `now` in milliseconds; not
 * the wall clock: set back, it would not end the window.
 */
export const createCallCounts = (max = countsMax, now = () => performance.now()): CallCounts => {
  /** The key counted longest ago comes first. */
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

/** One table for each server. */
const tables = new WeakMap<object, CallCounts>();

/** Counts calls by network address, or by another id of the caller. The function throws TOO_MANY_REQUESTS over the limit. */
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
