/** For tests of what is counted by day, which is zero again after midnight. */
import { setTimeout as delay } from "node:timers/promises";

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Resolves at once if the UTC day lasts for this many more minutes, otherwise when the next one has started. */
export const dayThatLasts = async (minutes: number): Promise<void> => {
  const restMs = dayMs - (Date.now() % dayMs);
  if (restMs < minutes * minuteMs) await delay(restMs);
};
