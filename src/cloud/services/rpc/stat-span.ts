/** The time that is looked at, in whole hours, and the steps into which a chart cuts it. */
import { rpcDaysShown } from "../../../../resources/rpc/limits.ts";

export interface SpanAsked {
  readonly days?: number | undefined;
  /** Unix seconds. */
  readonly startAt?: number | undefined;
  readonly endAt?: number | undefined;
}

export interface StatSpan {
  /** Unix seconds: beginnings of hours, both within. */
  readonly from: number;
  readonly until: number;
  /** Of an hour or a day, in seconds. */
  readonly step: number;
  /** When each step begins, without gaps. */
  readonly steps: readonly number[];
}

const hour = 3600;
const day = 24 * hour;
const hourlyMax = 3 * day;

/** `now` in Unix seconds. Empty where the end is before the beginning. */
export const statSpanOf = ({ days, startAt, endAt }: SpanAsked, now = Date.now() / 1000): StatSpan => {
  const until = floor(Math.min(endAt ?? now, now), hour);
  const shown = days ?? (startAt === undefined ? rpcDaysShown : undefined);
  const from = shown === undefined ? floor(startAt!, hour) : floor(now, day) - (shown - 1) * day;
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

/** Longer than counts are kept. */
const stepsMax = 400;

const floor = (seconds: number, step: number): number => Math.floor(seconds / step) * step;
