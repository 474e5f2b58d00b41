import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { operationLog } from "../../../../resources/account/operation-log.ts";
import type { Row } from "../../../../resources/define.ts";
import { readListState } from "../../framework/data/use-list-state.ts";
import type { DateRange } from "../../framework/forms/date-range.tsx";

export type Operation = Row<typeof operationLog>;

/** Name of the all-time range. */
export const allTimes = "all";

const opened = "entry";

/** Filters, page and open entry, all stored in the URL. */
export const useLogState = () => {
  const [query, setQuery] = useSearchParams();
  const { size, filters } = useMemo(() => readListState(operationLog, query), [query]);
  const changed = (values: Readonly<Record<string, string>>): URLSearchParams => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  const applyFilter = (values: Readonly<Record<string, string>>) =>
    setQuery(changed({ ...values, before: "", [opened]: "" }), { replace: true, preventScrollReset: true });
  return {
    size,
    filters,
    range: rangeIn(filters),
    setFilter: (name: string, value: string) => applyFilter({ [name]: value }),
    setRange: (range: DateRange) => applyFilter(rangeParameters(range)),
    setSize: (value: number) => applyFilter({ size: String(value) }),
    /** Goes to an older page; the browser's back button returns. */
    toOlder: (before: string) => setQuery(changed({ before, [opened]: "" })),
    toNewest: () => setQuery(changed({ before: "", [opened]: "" })),
    openedId: query.get(opened),
    hrefOf: (id: string) => `?${changed({ [opened]: id }).toString()}`,
    close: () => setQuery(changed({ [opened]: "" }), { replace: true, preventScrollReset: true }),
  };
};

const rangeParameters = (range: DateRange): Readonly<Record<string, string>> => {
  const none = { range: "", startAt: "", endAt: "" };
  if (typeof range === "string") return { ...none, range: range === allTimes ? "" : range };
  return { ...none, startAt: String(range.startSeconds), endAt: String(range.endSeconds) };
};

const rangeIn = ({ range, startAt, endAt }: Readonly<Record<string, string>>): DateRange => {
  if (range) return range;
  if (startAt && endAt) return { startSeconds: Number(startAt), endSeconds: Number(endAt) };
  return allTimes;
};
