import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";

dayjs.extend(relativeTime);

/** A moment as distance from now: "3 minutes ago". Takes Unix seconds. */
export const formatRelative = (seconds: number, nowMs = Date.now()): string => dayjs.unix(seconds).from(dayjs(nowMs));

/** A moment in full, in the reader's time zone: "21 Nov 2026, 13:36:02". Takes Unix seconds. */
export const formatMoment = (seconds: number): string => dayjs.unix(seconds).format("D MMM YYYY, HH:mm:ss");

/** A day: "21 Nov 2026". Takes Unix seconds. */
export const formatDay = (seconds: number): string => dayjs.unix(seconds).format("D MMM YYYY");

/** A month: "November 2026". Takes it as "2026-11". */
export const formatMonth = (month: string): string => dayjs(`${month}-01`).format("MMMM YYYY");

/** A time of day, as log lines carry it: "13:36:02". Takes Unix seconds. */
export const formatTime = (seconds: number): string => dayjs.unix(seconds).format("HH:mm:ss");

/** A mark on a time axis, as exact as its marks are close: "13:36" and at midnight "21 Nov", "21 Nov", "Nov 2026". Takes Unix seconds. */
export const formatTick = (seconds: number, stepSeconds: number): string => {
  const moment = dayjs.unix(seconds);
  // Between hours a day begins: without its name the hours of a week are all alike.
  if (stepSeconds < daySeconds && !moment.isSame(moment.startOf("day"))) return moment.format("HH:mm");
  return moment.format(stepSeconds < 28 * daySeconds ? "D MMM" : "MMM YYYY");
};

const daySeconds = 86_400;
