/** Limits requests per minute, in total and per address. Counts are in memory, separate for each process. */
const WINDOW_MS = 60_000;
const COUNTED_MAX = 100_000;

export interface RateLimits {
  /** Counts a request within its limits; otherwise returns the seconds until a retry. */
  take(keys: readonly { readonly key: string; readonly perMinute: number }[]): number | undefined;
}

/** Creates the limits. `now` is a monotonic clock in milliseconds. */
export const createRateLimits = (now: () => number = () => performance.now()): RateLimits => {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return {
    take(keys) {
      if (now() >= endsAt || counts.size >= COUNTED_MAX) {
        counts = new Map();
        endsAt = now() + WINDOW_MS;
      }
      const limited = keys.filter(({ perMinute }) => perMinute > 0);
      if (limited.some(({ key, perMinute }) => (counts.get(key) ?? 0) >= perMinute)) {
        return Math.max(1, Math.ceil((endsAt - now()) / 1000));
      }
      for (const { key } of limited) counts.set(key, (counts.get(key) ?? 0) + 1);
      return undefined;
    },
  };
};
