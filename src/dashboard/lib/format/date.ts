/** Formats times. Every list loads this: a library for these few formats would be five times the size. */

/** Formats a relative time: "3 minutes ago". Takes Unix seconds. */
export const formatRelative = (seconds: number, nowMs = Date.now()): string => {
  const distance = nowMs / 1000 - seconds;
  const phrase = phraseFor(Math.abs(distance));
  return distance < 0 ? `in ${phrase}` : `${phrase} ago`;
};

/** Formats date and time in the user's time zone: "21 Nov 2026, 13:36:02". Takes Unix seconds. */
export const formatMoment = (seconds: number): string => `${formatDay(seconds)}, ${formatTime(seconds)}`;

/** Formats a day: "21 Nov 2026". Takes Unix seconds. */
export const formatDay = (seconds: number): string => {
  const { day, month, year } = partsOf(seconds);
  return `${day} ${month} ${year}`;
};

/** Formats a month: "November 2026". Takes "2026-11". */
export const formatMonth = (month: string): string =>
  new Date(`${month}-01T00:00`).toLocaleString("en", { month: "long", year: "numeric" });

/** Formats a time of day for log lines: "13:36:02". Takes Unix seconds. */
export const formatTime = (seconds: number): string => partsOf(seconds).time;

/**
 * Formats a tick of a time axis, as precise as its interval: "13:36:05", "13:36" and at midnight "21 Nov", "21 Nov", "Nov 2026".
 * Takes Unix seconds.
 */
export const formatTick = (seconds: number, stepSeconds: number): string => {
  const { day, month, year, time } = partsOf(seconds);
  const isMidnight = new Date(seconds * 1000).setHours(0, 0, 0, 0) === seconds * 1000;
  // Midnight ticks show the day: otherwise all hours of a week look alike.
  if (stepSeconds < daySeconds && !isMidnight) return stepSeconds < minuteSeconds ? time : time.slice(0, 5);
  return stepSeconds < 28 * daySeconds ? `${day} ${month}` : `${month} ${year}`;
};

/** The language defines this format, in English: "Sat Nov 21 2026 13:36:02 GMT+0000". */
const partsOf = (seconds: number) => {
  const [, month = "", day = "", year = "", time = ""] = String(new Date(seconds * 1000)).split(" ");
  return { day: String(Number(day)), month, year, time };
};

const minuteSeconds = 60;
const hourSeconds = 3600;
const daySeconds = 86_400;
const monthSeconds = 30.44 * daySeconds;
const yearSeconds = 365.25 * daySeconds;

/** Each phrase with the distance from which the next one fits better; "#" counts the unit. */
const phrases = [
  { below: 44.5, phrase: "a few seconds", unit: 1 },
  { below: 1.5 * minuteSeconds, phrase: "a minute", unit: minuteSeconds },
  { below: 44.5 * minuteSeconds, phrase: "# minutes", unit: minuteSeconds },
  { below: 1.5 * hourSeconds, phrase: "an hour", unit: hourSeconds },
  { below: 21.5 * hourSeconds, phrase: "# hours", unit: hourSeconds },
  { below: 1.5 * daySeconds, phrase: "a day", unit: daySeconds },
  { below: 25.5 * daySeconds, phrase: "# days", unit: daySeconds },
  { below: 1.5 * monthSeconds, phrase: "a month", unit: monthSeconds },
  { below: 10.5 * monthSeconds, phrase: "# months", unit: monthSeconds },
  { below: 1.5 * yearSeconds, phrase: "a year", unit: yearSeconds },
];
const years = { phrase: "# years", unit: yearSeconds };

const phraseFor = (seconds: number): string => {
  const { phrase, unit } = phrases.find(({ below }) => seconds < below) ?? years;
  return phrase.replace("#", String(Math.round(seconds / unit)));
};
