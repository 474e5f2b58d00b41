/** Date ranges: days picked in the user's time zone, and the calls' Unix seconds, both ends included. */
import dayjs from "dayjs";
import { customDateMinSeconds } from "../../../resources/limits.ts";
import { messages } from "../../../resources/messages.ts";
import { formatDay } from "./format/date.ts";

export interface CustomRange {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A preset's name, or custom days. */
export type DateRange = string | CustomRange;

/** Two days in a date field's format: "2026-11-21". */
export interface PickedDays {
  readonly from: string;
  readonly to: string;
}

const dayFormat = "YYYY-MM-DD";

/** The earliest valid day: the one after 2022-07-27. */
export const firstDay = dayjs(new Date(customDateMinSeconds * 1000).toISOString().slice(0, 10))
  .add(1, "day")
  .format(dayFormat);

export const lastDay = (nowMs = Date.now()): string => dayjs(nowMs).format(dayFormat);

/** Returns the range from the first second of one day to the last second of the other, or the error message. */
export const rangeOf = ({ from, to }: PickedDays, nowMs = Date.now()): CustomRange | string => {
  if (!isDay(from) || !isDay(to)) return messages.dateRangeIncomplete;
  // Days in this format sort as text.
  if (from < firstDay || to > lastDay(nowMs)) return messages.customDate;
  if (from > to) return messages.dateRangeOrder;
  return { startSeconds: dayjs(from).startOf("day").unix(), endSeconds: dayjs(to).endOf("day").unix() };
};

/** Returns a range as two date-field values; the last week if undefined. */
export const daysOf = (range: CustomRange | undefined, nowMs = Date.now()): PickedDays => ({
  from: (range ? dayjs.unix(range.startSeconds) : dayjs(nowMs).subtract(6, "day")).format(dayFormat),
  to: (range ? dayjs.unix(range.endSeconds) : dayjs(nowMs)).format(dayFormat),
});

/** Formats "1 Nov 2026 – 3 Nov 2026"; a single day once. */
export const formatRange = ({ startSeconds, endSeconds }: CustomRange): string => {
  const [from, to] = [formatDay(startSeconds), formatDay(endSeconds)];
  return from === to ? from : `${from} – ${to}`;
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dayjs(text).isValid();
