import { useSearchParams } from "react-router";
import { recordsPageSize } from "../../../../resources/billing/records.ts";
import type { DateRange } from "../../framework/forms/date-range.tsx";

/** Name of the all-time range. */
const allTimes = "all";
const daySeconds = 86_400;

export const presets = [
  { value: allTimes, label: "All time" },
  { value: "7d", label: "Past 7 days" },
  { value: "30d", label: "Past 30 days" },
] as const;

/** Query parameters of one tab. */
export const tabParameters = ["page", "range", "since", "until", "month"] as const;

/** Page and period of a tab, stored in the URL. */
export const useRecordsState = () => {
  const [query, setQuery] = useSearchParams();
  const change = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const range = rangeIn(query);
  const page = wholeNumber(query.get("page")) ?? 1;
  const span = spanOf(range);
  return {
    page,
    range,
    span,
    /** For paged calls. */
    paged: { page, size: recordsPageSize, ...span },
    isFiltered: range !== allTimes,
    setPage: (value: number) => change({ page: value === 1 ? "" : String(value) }),
    setRange: (value: DateRange) => change({ page: "", ...parametersOf(value) }),
  };
};

/** Unix seconds, both ends inclusive. A range up to now starts at a full hour, so that its response can be cached. */
export const spanOf = (range: DateRange, nowMs = Date.now()): { since?: number; until?: number } => {
  if (typeof range !== "string") return { since: range.startSeconds, until: range.endSeconds };
  if (range === allTimes) return {};
  return { since: Math.floor(nowMs / 3_600_000) * 3600 - Number.parseInt(range) * daySeconds };
};

const parametersOf = (range: DateRange): Readonly<Record<string, string>> => {
  const none = { range: "", since: "", until: "" };
  if (typeof range === "string") return { ...none, range: range === allTimes ? "" : range };
  return { ...none, since: String(range.startSeconds), until: String(range.endSeconds) };
};

const rangeIn = (query: URLSearchParams): DateRange => {
  const [startSeconds, endSeconds] = [wholeNumber(query.get("since")), wholeNumber(query.get("until"))];
  if (startSeconds !== undefined && endSeconds !== undefined) return { startSeconds, endSeconds };
  const named = query.get("range");
  return presets.some(({ value }) => value === named) ? named! : allTimes;
};

/** Returns undefined for an invalid number, page or moment. */
const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
