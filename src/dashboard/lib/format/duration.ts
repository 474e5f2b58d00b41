/** Formats build time in minutes: 90 s → "1.5 min". */
export const formatMinutes = (seconds: number): string => `${Math.round(seconds / 6) / 10} min`;

/** Formats a response time: "0.4 ms", "12 ms", "1.25 s". Takes milliseconds. */
export const formatMilliseconds = (ms: number): string => {
  if (ms >= 1000) return `${Math.round(ms / 10) / 100} s`;
  return `${ms < 1 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
};

/** Formats a duration: "<1s", "8s", "1m 05s", "2h 03m". Takes seconds. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return whole === 0 ? "<1s" : `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${two(whole % 60)}s`;
  return `${Math.floor(whole / 3600)}h ${two(Math.floor((whole % 3600) / 60))}m`;
};

export interface Remaining {
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
}

/** Returns a countdown's hours, minutes and seconds, two digits each; all zero at the end. Takes seconds. */
export const remaining = (seconds: number): Remaining => {
  const whole = Math.max(0, Math.floor(seconds));
  return {
    hours: two(Math.floor(whole / 3600)),
    minutes: two(Math.floor((whole % 3600) / 60)),
    seconds: two(whole % 60),
  };
};

const two = (value: number): string => String(value).padStart(2, "0");
