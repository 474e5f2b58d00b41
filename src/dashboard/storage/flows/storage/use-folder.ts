import { useInfiniteQuery } from "@tanstack/react-query";
import { listObjects } from "../../../api/s3/listing.ts";
import { rowsOf } from "./entries.ts";
import { storageKeys } from "./storage-keys.ts";
import { useRows, type Folder } from "./use-rows.ts";

/** Loads a folder's rows, a page of a thousand at a time. */
export const useFolder = (bucket: string, prefix: string): Folder =>
  useRows(
    useInfiniteQuery({
      queryKey: storageKeys.folder(bucket, prefix),
      queryFn: async ({ pageParam, signal }) => {
        const page = await listObjects({ bucket, prefix, withDetails: true, next: pageParam, signal });
        return { rows: rowsOf(prefix, page, pageParam === undefined && page.next === undefined), next: page.next };
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      // Comparing a hundred pages with themselves for each new one would block scrolling.
      structuralSharing: false,
    }),
  );
