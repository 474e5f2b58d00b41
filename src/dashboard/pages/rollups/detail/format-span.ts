import { countOf } from "../../../lib/format/count.ts";

/** A span in its largest fitting unit: "7 days", "5 minutes". Takes seconds. */
export const formatSpan = (seconds: number): string => {
  if (seconds >= 86_400 && seconds % 86_400 === 0) return countOf(seconds / 86_400, "day");
  if (seconds >= 3600 && seconds % 3600 === 0) return countOf(seconds / 3600, "hour");
  if (seconds >= 60 && seconds % 60 === 0) return countOf(seconds / 60, "minute");
  return countOf(seconds, "second");
};
