import { LRUCache } from "lru-cache";

const entriesMax = 10_000;

/**
 * Caches lookups for a short time, shares one lookup among concurrent callers, and can be invalidated. Uses the monotonic clock: a
 * wall clock set back would keep an entry too long.
 */
export const createLookupCache = <T>(
  forMs: number,
  lookUp: (key: string) => Promise<T>,
): { get(key: string): Promise<T>; forget(key: string): void; clear(): void } => {
  // With `max`, lru-cache would reserve memory for all entries at once. Without a resolution, it reads the clock for each lookup.
  const bound = { maxSize: entriesMax, sizeCalculation: () => 1 };
  const cached = new LRUCache<string, Promise<T>>({ ...bound, ttl: forMs, ttlResolution: 0 });
  return {
    get: (key) => {
      const known = cached.get(key);
      if (known) return known;
      const answer = lookUp(key);
      cached.set(key, answer);
      answer.catch(() => cached.peek(key) === answer && cached.delete(key));
      return answer;
    },
    forget: (key) => void cached.delete(key),
    clear: () => cached.clear(),
  };
};
