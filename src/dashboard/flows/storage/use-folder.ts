import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listObjects } from "../../api/s3/listing.ts";
import { entriesOf, type Entry } from "./entries.ts";
import { storageKeys } from "./storage-keys.ts";

export interface Folder {
  /** Those that have arrived; undefined until the first page has. */
  readonly entries: readonly Entry[] | undefined;
  readonly error: Error | undefined;
  readonly hasMore: boolean;
  /** A further page is under way. */
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  /** Brings in all that is left; gives all rows. */
  readonly loadAll: () => Promise<readonly Entry[]>;
  readonly reload: () => void;
}

/** A folder's rows, a page of a thousand at a time. */
export const useFolder = (bucket: string, prefix: string, enabled = true): Folder => {
  const query = useInfiniteQuery({
    queryKey: storageKeys.folder(bucket, prefix),
    queryFn: ({ pageParam, signal }) => listObjects({ bucket, prefix, next: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled,
    // Comparing a hundred pages with themselves for each that arrives would hold up scrolling.
    structuralSharing: false,
  });
  const pages = query.data?.pages;
  const entries = useMemo(() => pages && entriesOf(prefix, pages), [pages, prefix]);
  const loadAll = async (): Promise<readonly Entry[]> => {
    let result = await (query.hasNextPage ? query.fetchNextPage() : Promise.resolve(query));
    while (result.hasNextPage && !result.isError) result = await result.fetchNextPage();
    if (result.isError) throw result.error;
    return entriesOf(prefix, result.data?.pages ?? []);
  };
  return {
    entries,
    error: query.error ?? undefined,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    loadAll,
    reload: () => void query.refetch(),
  };
};
