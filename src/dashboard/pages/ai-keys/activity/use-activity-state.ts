import { useMemo } from "react";
import { useUrlQuery } from "../../../framework/data/use-url-query.ts";

export const activityPageSize = 20;

/** Keeps the page and the model filter of a request list in the URL. */
export const useActivityState = () => {
  const { query, change } = useUrlQuery();
  const page = pageIn(query.get("page"));
  const model = query.get("model") ?? "";
  return {
    page,
    model,
    query: useMemo(() => ({ page, size: activityPageSize, ...(model !== "" && { model }) }), [page, model]),
    onPage: (next: number) => change({ page: next === 1 ? "" : String(next) }),
    onModel: (next: string) => change({ model: next, page: "" }),
  };
};

export type ActivityState = ReturnType<typeof useActivityState>;

const pageIn = (text: string | null): number => (text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1);
