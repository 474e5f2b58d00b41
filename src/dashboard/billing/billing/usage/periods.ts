/** UTC days, months and years, with their chart steps. */
import type { AnalyticsType } from "../../../../../resources/billing/records.ts";

export interface Period {
  readonly type: AnalyticsType;
  /** First moment in Unix seconds, and the first moment after the period. */
  readonly since: number;
  readonly until: number;
}

/** Labels of the periods. */
export const periodNames: Readonly<Record<AnalyticsType, string>> = { HOUR: "Day", DAY: "Month", MONTH: "Year" };

/** Returns the day, month or year that contains a moment, or one at an offset from it. */
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

/** Returns the start of each hour of a day, day of a month, or month of a year. */
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
