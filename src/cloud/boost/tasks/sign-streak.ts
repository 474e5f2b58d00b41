/** Daily sign-in: pure functions. Days are whole UTC days since 1970, rates thousandths of a point per hour. */
import { dailySignRate, type Boost } from "../../../../resources/boost/nodes/points.ts";
import { dayOf, dayStart, signDays, signDaysShown } from "../../../../resources/boost/tasks/task-limits.ts";

export interface Sign {
  readonly day: number;
  /** Consecutive days, including this one. */
  readonly run: number;
  readonly withLand: boolean;
}

/** The day in the streak for a sign-in `today`: the last one's, the next after yesterday's, or 1 after a gap. */
export const runOf = (last: Sign | undefined, today: number): number => {
  if (!last || last.day < today - 1) return 1;
  return last.day >= today ? last.run : last.run + 1;
};

/**
 * The rate a sign-in grants now: that of the day in the streak; 0 if the day, or a later one, is already signed this way. A free sign-in
 * can be upgraded with LAND.
 */
export const signRate = (last: Sign | undefined, today: number, withLand: boolean): number => {
  const rate = dailySignRate(runOf(last, today), withLand);
  if (!last || last.day < today) return rate;
  return last.day > today || last.withLand || !withLand ? 0 : rate;
};

/**
 * The boosts of a node that signs in at `at`: a sign-in lasts until the end of the next UTC day and replaces the previous one, so that two
 * never run at the same time. A previous one with a higher rate runs to its end first.
 */
export const withSign = (boosts: readonly Boost[], rate: number, at: number): Boost[] => {
  const end = dayStart(dayOf(at) + signDays);
  const higher = boosts.filter((boost) => boost.of === "sign" && boost.rate > rate && boost.end > at);
  const start = higher.reduce((latest, boost) => Math.max(latest, boost.end), at);
  const kept = boosts.filter((boost) => boost.of !== "sign" || higher.includes(boost));
  return start < end ? [...kept, { rate, start, end, of: "sign" }] : kept;
};

/** The week of a streak that contains a day: 1–7, 8–14 … */
export const shownDays = (run: number): number[] => {
  const first = run - ((run - 1) % signDaysShown);
  return Array.from({ length: signDaysShown }, (_, index) => first + index);
};
