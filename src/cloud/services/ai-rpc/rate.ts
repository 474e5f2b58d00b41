/** Requests a second of each key, in memory: each process counts its own. */
import { LRUCache } from "lru-cache";

const windowMs = 1000;
const keysMax = 100_000;

/** Says whether another request of a key is within its limit, and counts it then. Of any second, not of a clock's. */
export const createRate = (perSecond: number, now: () => number = () => performance.now()) => {
  const recent = new LRUCache<string, number[]>({ max: keysMax });
  return (key: string): boolean => {
    const since = now() - windowMs;
    const times = (recent.get(key) ?? []).filter((time) => time > since);
    const isWithin = times.length < perSecond;
    if (isWithin) times.push(now());
    recent.set(key, times);
    return isWithin;
  };
};
