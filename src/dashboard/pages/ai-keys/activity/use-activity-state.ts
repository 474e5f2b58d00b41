import { useMemo } from "react";
import { useSearchParams } from "react-router";

export const activityPageSize = 20;

/** Page and model of a list of requests, kept in the URL. */
export const useActivityState = () => {
  const [query, setQuery] = useSearchParams();
  const page = pageIn(query.get("page"));
  const model = query.get("model") ?? "";
  const change = (changes: Readonly<Record<string, string>>) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === "") before.delete(name);
          else before.set(name, value);
        }
        return new URLSearchParams(before);
      },
      { replace: true, preventScrollReset: true },
    );
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
