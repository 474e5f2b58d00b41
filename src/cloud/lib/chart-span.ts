/** Periods of charts: whole hours, in steps of an hour or a day (UTC). */

export interface SpanQuery {
  /** Days up to and including today. */
  readonly days?: number | undefined;
  /** Unix seconds. */
  readonly startAt?: number | undefined;
  readonly endAt?: number | undefined;
}

export interface ChartSpan {
  /** Unix seconds: starts of the first and last hour, inclusive. */
  readonly from: number;
  readonly until: number;
  /** An hour or a day, in seconds. */
  readonly step: number;
  /** Starts of the steps, without gaps. */
  readonly steps: readonly number[];
}

const hour = 3600;
const day = 24 * hour;
const hourlyMax = 3 * day;
/** Days without a period. */
const defaultDays = 30;
/** Longer than the retention of what is counted. */
const stepsMax = 400;

/**
 * Returns the period of a chart: by hour for up to three days, by day beyond; `now` in Unix seconds. Empty if the end is
 * before the start.
 */
export const chartSpanOf = ({ days, startAt, endAt }: SpanQuery, now = Date.now() / 1000): ChartSpan => {
  const until = floor(Math.min(endAt ?? now, now), hour);
  const dayCount = days ?? (startAt === undefined ? defaultDays : undefined);
  const from = dayCount === undefined ? floor(startAt!, hour) : floor(now, day) - (dayCount - 1) * day;
  const step = until - from < hourlyMax ? hour : day;
  const first = floor(from, step);
  const count = Math.max(0, Math.floor((until - first) / step) + 1);
  return {
    from,
    until,
    step,
    steps: Array.from({ length: Math.min(count, stepsMax) }, (_, place) => first + place * step),
  };
};

const floor = (seconds: number, step: number): number => Math.floor(seconds / step) * step;
