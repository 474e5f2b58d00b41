/** Time ranges of statistics, in whole hours, and their chart steps. */
import { rpcDaysShown } from "../../../../resources/rpc/limits.ts";

export interface SpanQuery {
  readonly days?: number | undefined;
  /** Unix seconds. */
  readonly startAt?: number | undefined;
  readonly endAt?: number | undefined;
}

export interface StatSpan {
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

/** Returns the time range; `now` in Unix seconds. Empty if the end is before the start. */
export const statSpanOf = ({ days, startAt, endAt }: SpanQuery, now = Date.now() / 1000): StatSpan => {
  const until = floor(Math.min(endAt ?? now, now), hour);
  const dayCount = days ?? (startAt === undefined ? rpcDaysShown : undefined);
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

/** Longer than the retention of counts. */
const stepsMax = 400;

const floor = (seconds: number, step: number): number => Math.floor(seconds / step) * step;
