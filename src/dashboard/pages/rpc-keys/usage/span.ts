/** Periods of the usage page. */
import type { DateRange } from "../../../lib/date-range.ts";

export const presets = [
  { value: "1d", label: "24 h" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
] as const;

/** Returns the time span of a range. A day starts at a full hour, so that replies can be cached. Longer ranges are whole UTC days. */
export const spanOf = (
  range: DateRange,
  nowMs = Date.now(),
): { readonly days?: number; readonly startAt?: number; readonly endAt?: number } => {
  if (typeof range !== "string") return { startAt: range.startSeconds, endAt: range.endSeconds };
  if (range === "1d") return { startAt: Math.floor(nowMs / 3_600_000) * 3600 - 86_400 };
  return { days: Number.parseInt(range) };
};
