import { useMemo } from "react";
import { useUrlQuery } from "./use-url-query.ts";
import type { Resource } from "../../../../resources/define.ts";
import { pageSizeDefault, pageSizeMax, pageSizes } from "../../../../resources/limits.ts";
import { listParameters } from "../derive/list-calls.ts";
import type { ListState } from "./record-keys.ts";

interface ListStateResult {
  readonly state: ListState;
  /** For `Pagination`. */
  readonly pager: {
    readonly page: number;
    readonly pageSize: number;
    readonly sizes: readonly number[];
    readonly onPage: (page: number) => void;
    readonly onPageSize: (size: number) => void;
  };
  /** An empty value removes the filter. Returns to the first page. */
  readonly setFilter: (name: string, value: string) => void;
}

/** A list's page, size, search and filters, kept in the URL under the names of the call's own parameters. */
export const useListState = (resource: Pick<Resource, "list" | "listQuery">): ListStateResult => {
  const { query, change } = useUrlQuery();
  const state = useMemo(() => readListState(resource, query), [resource, query]);
  return {
    state,
    pager: {
      page: state.page,
      pageSize: state.size,
      sizes: pageSizes,
      onPage: (page) => change({ page: page === 1 ? "" : String(page) }),
      onPageSize: (size) => change({ size: size === pageSizeDefault ? "" : String(size), page: "" }),
    },
    setFilter: (name, value) => change({ [name]: value, page: "" }),
  };
};

/** Parses the state; invalid numbers become the defaults. */
export const readListState = (resource: Pick<Resource, "list" | "listQuery">, query: URLSearchParams): ListState => {
  const names = listParameters(resource).filter((name) => name !== "page" && name !== "size");
  return {
    page: wholeNumber(query.get("page"), 1),
    size: Math.min(wholeNumber(query.get("size"), pageSizeDefault), pageSizeMax),
    filters: Object.fromEntries(
      names.flatMap((name) => {
        const value = query.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
  };
};

const wholeNumber = (text: string | null, fallback: number): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : fallback;
