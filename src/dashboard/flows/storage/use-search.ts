import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { searchObjects, type FoundObject, type ObjectSort } from "../../../../resources/bucket/bucket-calls.ts";
import { searchPageMax } from "../../../../resources/bucket/limits.ts";
import { send } from "../../api/client.ts";
import type { Entry } from "./entries.ts";
import { storageKeys } from "./storage-keys.ts";
import type { Folder } from "./use-folder.ts";

export interface Question {
  /** "" finds everything. */
  readonly keyword: string;
  readonly sort: ObjectSort;
  readonly order: "asc" | "desc";
  /** Files of folders below too. */
  readonly deep: boolean;
}

/** Files that the cloud finds and sorts: by a word of their names, or where a folder is too large to be sorted here. */
export const useSearch = (bucket: string, prefix: string, question: Question, enabled: boolean): Folder => {
  const { keyword, sort, order, deep } = question;
  const query = useInfiniteQuery({
    queryKey: [...storageKeys.bucket(bucket), "search", prefix, keyword, sort, order, deep],
    queryFn: ({ pageParam, signal }) =>
      send(searchObjects, {
        query: {
          bucket,
          prefix,
          keyword,
          sort,
          order,
          deep: deep ? "true" : "false",
          size: searchPageMax,
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => (page.hasNext ? page.next : undefined),
    enabled,
    structuralSharing: false,
  });
  const pages = query.data?.pages;
  const entries = useMemo(
    () => pages?.flatMap(({ list }) => list.map((found) => toEntry(found, prefix))),
    [pages, prefix],
  );
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
      return (result.data?.pages ?? []).flatMap(({ list }) => list.map((found) => toEntry(found, prefix)));
    },
    reload: () => void query.refetch(),
  };
};

const toEntry = ({ key, size, modifiedAt }: FoundObject, prefix: string): Entry => ({
  kind: "file",
  key,
  name: key.slice(prefix.length),
  sizeBytes: size,
  modifiedSeconds: modifiedAt,
});
