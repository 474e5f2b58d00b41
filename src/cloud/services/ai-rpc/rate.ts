/** Requests per second of each key, in memory: each process counts its own. */
import { LRUCache } from "lru-cache";

const windowMs = 1000;
const keysMax = 100_000;

/** Creates a limiter that counts a key's request if it is within the limit, in a sliding window of one second. */
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
