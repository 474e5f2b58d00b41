import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { pagedList, type PagedList } from "../../../lib/paged-list.ts";
import type { Entry } from "./entries.ts";

export interface Folder {
  /** The loaded rows; undefined before the first page. */
  readonly entries: PagedList<Entry> | undefined;
  readonly error: Error | undefined;
  readonly hasMore: boolean;
  /** The next page is loading. */
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  /** Loads all remaining pages; resolves to all rows. */
  readonly loadAll: () => Promise<PagedList<Entry>>;
  readonly reload: () => void;
}

export interface RowsPage {
  readonly rows: readonly Entry[];
  /** Continuation token of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** Merges the loaded pages of a query into one list. */
export const useRows = (query: UseInfiniteQueryResult<InfiniteData<RowsPage>>): Folder => {
  const { data } = query;
  const entries = useMemo(() => data && listOf(data), [data]);
  return {
    entries,
    error: query.error ?? undefined,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    loadAll: async () => {
      let result = await (query.hasNextPage ? query.fetchNextPage() : Promise.resolve(query));
      while (result.hasNextPage && !result.isError) result = await result.fetchNextPage();
      if (result.isError) throw result.error;
      return result.data ? listOf(result.data) : pagedList<Entry>([]);
    },
    reload: () => void query.refetch(),
  };
};

const listOf = ({ pages }: InfiniteData<RowsPage>): PagedList<Entry> => pagedList(pages.map(({ rows }) => rows));
