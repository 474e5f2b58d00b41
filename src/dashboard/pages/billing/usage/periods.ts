/** Days, months and years of UTC, by the steps that a chart shows of them. */
import type { AnalyticsType } from "../../../../../resources/billing/records.ts";

export interface Period {
  readonly type: AnalyticsType;
  /** Unix seconds of its first moment, and of the first that does not belong to it. */
  readonly since: number;
  readonly until: number;
}

/** What is seen at once by each step. */
export const periodNames: Readonly<Record<AnalyticsType, string>> = { HOUR: "Day", DAY: "Month", MONTH: "Year" };

/** The day, month or year that holds a moment, or one so many before or after it. */
export const periodAt = (type: AnalyticsType, seconds: number, shift = 0): Period => {
  const moment = new Date(seconds * 1000);
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  const begins = (by: number): number =>
    ({
      HOUR: Date.UTC(year, month, day + by),
      DAY: Date.UTC(year, month + by),
      MONTH: Date.UTC(year + by, 0),
    })[type] / 1000;
  return { type, since: begins(shift), until: begins(shift + 1) };
};

/** When each hour of the day begins, each day of the month, or each month of the year. */
export const stepsOf = ({ type, since, until }: Period): number[] => {
  const steps: number[] = [];
  for (let at = since; at < until; at = next[type](at)) steps.push(at);
  return steps;
};

/** "21 Nov 2026", "November 2026", "2026" */
export const sayPeriod = ({ type, since }: Period): string => formats[type].format(new Date(since * 1000));

const next: Readonly<Record<AnalyticsType, (at: number) => number>> = {
  HOUR: (at) => at + 3600,
  DAY: (at) => periodAt("HOUR", at, 1).since,
  MONTH: (at) => periodAt("DAY", at, 1).since,
};
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
const formats: Readonly<Record<AnalyticsType, Intl.DateTimeFormat>> = {
  HOUR: format({ day: "numeric", month: "short", year: "numeric" }),
  DAY: format({ month: "long", year: "numeric" }),
  MONTH: format({ year: "numeric" }),
};
