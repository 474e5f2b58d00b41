/** Questions per user or IP address within the last hour, in memory: each process counts its own. */
import { LRUCache } from "lru-cache";

const hourMs = 3_600_000;
const askersMax = 50_000;

/** Creates a limiter that counts a question if it is within the limit. */
export const createHourly = (limit: number, now: () => number = Date.now) => {
  const recent = new LRUCache<string, number[]>({ max: askersMax });
  return (asker: string): boolean => {
    const since = now() - hourMs;
    const times = (recent.get(asker) ?? []).filter((time) => time > since);
    const isWithin = times.length < limit;
    if (isWithin) times.push(now());
    recent.set(asker, times);
    return isWithin;
  };
};
