import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";

dayjs.extend(relativeTime);

/** Formats a relative time: "3 minutes ago". Takes Unix seconds. */
export const formatRelative = (seconds: number, nowMs = Date.now()): string => dayjs.unix(seconds).from(dayjs(nowMs));

/** Formats date and time in the user's time zone: "21 Nov 2026, 13:36:02". Takes Unix seconds. */
export const formatMoment = (seconds: number): string => dayjs.unix(seconds).format("D MMM YYYY, HH:mm:ss");

/** Formats a day: "21 Nov 2026". Takes Unix seconds. */
export const formatDay = (seconds: number): string => dayjs.unix(seconds).format("D MMM YYYY");

/** Formats a month: "November 2026". Takes "2026-11". */
export const formatMonth = (month: string): string => dayjs(`${month}-01`).format("MMMM YYYY");

/** Formats a time of day for log lines: "13:36:02". Takes Unix seconds. */
export const formatTime = (seconds: number): string => dayjs.unix(seconds).format("HH:mm:ss");

/**
 * Formats a tick of a time axis, as precise as its interval: "13:36" and at midnight "21 Nov", "21 Nov", "Nov 2026".
 * Takes Unix seconds.
 */
export const formatTick = (seconds: number, stepSeconds: number): string => {
  const moment = dayjs.unix(seconds);
  // Midnight ticks show the day: otherwise all hours of a week look alike.
  if (stepSeconds < daySeconds && !moment.isSame(moment.startOf("day"))) return moment.format("HH:mm");
  return moment.format(stepSeconds < 28 * daySeconds ? "D MMM" : "MMM YYYY");
};

const daySeconds = 86_400;
