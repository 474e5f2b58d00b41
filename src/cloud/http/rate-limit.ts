import { AppError } from "../app-error.ts";

const windowMs = 60_000;
const addressesMax = 50_000;

/** Counts calls by network address in windows of a minute, in memory. The function throws TOO_MANY_REQUESTS over the limit. */
export const createRateLimit = (perMinute: number): ((address: string) => void) => {
  let counts = new Map<string, number>();
  let windowEndsAt = 0;
  return (address) => {
    if (Date.now() >= windowEndsAt || counts.size >= addressesMax) {
      counts = new Map();
      windowEndsAt = Date.now() + windowMs;
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count > perMinute) throw new AppError("TOO_MANY_REQUESTS");
  };
};
