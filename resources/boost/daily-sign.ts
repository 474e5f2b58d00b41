/** The days of signing: pure functions. Days are whole UTC days since 1970, rates thousandths of a point per hour. */
import { dailySignRate } from "./points.ts";
import { signDaysShown } from "./task-limits.ts";

export interface Sign {
  readonly day: number;
  /** Days without a gap, this one included. */
  readonly run: number;
  readonly withLand: boolean;
}

/** The run in which a sign of `today` stands: the last one's, the next after yesterday's, or 1 after a gap. */
export const runOf = (last: Sign | undefined, today: number): number => {
  if (!last || last.day < today - 1) return 1;
  return last.day >= today ? last.run : last.run + 1;
};

/**
 * What signing brings now: the rate of the day in its run; what is missing to it when the day was signed free and is now signed with LAND;
 * nothing when it was signed so already, or a later day was.
 */
export const signRaise = (last: Sign | undefined, today: number, withLand: boolean): number => {
  const full = dailySignRate(runOf(last, today), withLand);
  if (!last || last.day < today) return full;
  if (last.day > today || last.withLand || !withLand) return 0;
  return full - dailySignRate(last.run, false);
};

/** The days of a run that are shown around one of them: 1–7, 8–14 … */
export const shownDays = (run: number): number[] => {
  const first = run - ((run - 1) % signDaysShown);
  return Array.from({ length: signDaysShown }, (_, index) => first + index);
};
