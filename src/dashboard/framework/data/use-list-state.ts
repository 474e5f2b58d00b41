import { useMemo } from "react";
import { useLocalQuery, useUrlQuery } from "./use-url-query.ts";
import type { Resource } from "../../../../resources/declare/define.ts";
import { pageSizeDefault, pageSizeMax, pageSizes } from "../../../../resources/limits.ts";
import { listParameters } from "../derive/list-calls.ts";
import type { ListState } from "./record-keys.ts";

/** Parameter of the page's URL that names the record opened over the list. */
export const openedParameter = "entry";

interface ListStateResult {
  readonly state: ListState;
  /** For `Pagination`. */
  readonly pager: {
    readonly page: number;
    readonly pageSize: number;
    readonly sizes?: readonly number[];
    readonly onPage: (page: number) => void;
    readonly onPageSize?: (size: number) => void;
  };
  /** An empty value removes the filter. Returns to the first page. */
  readonly setFilter: (name: string, value: string) => void;
  readonly setFilters: (values: Readonly<Record<string, string>>) => void;
}

/**
 * A list's page, size, search and filters, kept in the URL under the names of the call's own parameters. With `isLocal` the URL stays as
 * it is, and the page size is fixed.
 */
export const useListState = (
  resource: Pick<Resource, "list" | "listQuery">,
  { isLocal = false, size }: { readonly isLocal?: boolean; readonly size?: number | undefined } = {},
): ListStateResult => {
  const inUrl = useUrlQuery();
  const local = useLocalQuery();
  const { query, change } = isLocal ? local : inUrl;
  const usual = size ?? resource.list?.size ?? pageSizeDefault;
  const state = useMemo(() => readListState(resource, query, usual), [resource, query, usual]);
  const setFilters = (values: Readonly<Record<string, string>>) =>
    change({ page: "", [resource.list?.cursor?.parameter ?? "page"]: "", [openedParameter]: "", ...values });
  return {
    state,
    pager: {
      page: state.page,
      pageSize: state.size,
      onPage: (page) => change({ page: page === 1 ? "" : String(page) }),
      ...(!isLocal && {
        sizes: pageSizes,
        onPageSize: (size) => change({ size: size === usual ? "" : String(size), page: "" }),
      }),
    },
    setFilter: (name, value) => setFilters({ [name]: value }),
    setFilters,
  };
};

/** Parses the state; invalid numbers become the defaults. */
export const readListState = (
  resource: Pick<Resource, "list" | "listQuery">,
  query: URLSearchParams,
  usual: number = pageSizeDefault,
): ListState => {
  const names = [...listParameters(resource), "sort"].filter((name) => name !== "page" && name !== "size");
  return {
    page: wholeNumber(query.get("page"), 1),
    size: Math.min(wholeNumber(query.get("size"), usual), pageSizeMax),
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
