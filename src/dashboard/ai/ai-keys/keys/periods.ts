import type { AiKey } from "../../../../../resources/ai/keys.ts";

/** Returns the used share of a limit, from 0 to 1. A limit of 0 counts as fully used. */
export const shareOf = (used: string, limit: string): number =>
  BigInt(limit) === 0n ? 1 : Number((BigInt(used) * 10_000n) / BigInt(limit)) / 10_000;

export interface PeriodUse {
  readonly title: string;
  readonly used: string;
  readonly limit: string | null;
  /** Reset time, for example "at midnight". */
  readonly resets: string;
}

export const periodsOf = (key: AiKey): readonly PeriodUse[] => [
  { title: "Today", used: key.usedToday, limit: key.dailyLimit, resets: "at midnight" },
  { title: "This week", used: key.usedThisWeek, limit: key.weeklyLimit, resets: "on Monday" },
  { title: "This month", used: key.used, limit: key.limit, resets: "on the 1st" },
];
