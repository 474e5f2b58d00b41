import { useUrlQuery } from "../../framework/data/use-url-query.ts";
import type { DateRange } from "../../framework/forms/date-range.tsx";

const daySeconds = 86_400;

/** Query parameters of one tab. */
export const tabParameters = ["page", "size", "range", "since", "until", "month"] as const;

/** Period of a tab, stored in the URL. */
export const useRecordsState = () => {
  const { query, change } = useUrlQuery();
  const range = rangeIn(query);
  const span = spanOf(range);
  return {
    range,
    span,
    /** For lists. */
    only: Object.fromEntries(Object.entries(span).map(([name, seconds]) => [name, String(seconds)])),
    isFiltered: range !== undefined,
    setRange: (value?: DateRange) => change({ page: "", ...parametersOf(value) }),
  };
};

/** Unix seconds, both ends inclusive. A range up to now starts at a full hour, so that its response can be cached. */
export const spanOf = (range: DateRange | undefined, nowMs = Date.now()): { since?: number; until?: number } => {
  if (range === undefined) return {};
  if (typeof range === "object") return { since: range.startSeconds, until: range.endSeconds };
  return { since: Math.floor(nowMs / 3_600_000) * 3600 - Number.parseInt(range) * daySeconds };
};

const parametersOf = (range: DateRange | undefined): Readonly<Record<string, string>> => {
  const none = { range: "", since: "", until: "" };
  if (typeof range !== "object") return { ...none, range: range ?? "" };
  return { ...none, since: String(range.startSeconds), until: String(range.endSeconds) };
};

const rangeIn = (query: URLSearchParams): DateRange | undefined => {
  const [startSeconds, endSeconds] = [wholeNumber(query.get("since")), wholeNumber(query.get("until"))];
  if (startSeconds !== undefined && endSeconds !== undefined) return { startSeconds, endSeconds };
  const named = query.get("range");
  return named !== null && /^(7|30)d$/.test(named) ? named : undefined;
};

/** Returns undefined for an invalid number, page or moment. */
const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
