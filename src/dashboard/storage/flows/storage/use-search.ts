import { useInfiniteQuery } from "@tanstack/react-query";
import { searchObjects, type FoundObject, type ObjectSort } from "../../../../../resources/storage/bucket-calls.ts";
import { searchPageMax } from "../../../../../resources/storage/limits.ts";
import { send } from "../../../api/client.ts";
import type { Entry } from "./entries.ts";
import { storageKeys } from "./storage-keys.ts";
import { useRows, type Folder } from "./use-rows.ts";

export interface Question {
  /** "" matches everything. */
  readonly keyword: string;
  readonly sort: ObjectSort;
  readonly order: "asc" | "desc";
  /** Includes nested files. */
  readonly deep: boolean;
}

/**
 * Loads files that the server searches and sorts: by a part of their names, or if a folder is too large to sort in the
 * browser.
 */
export const useSearch = (bucket: string, prefix: string, question: Question, enabled: boolean): Folder => {
  const { keyword, sort, order, deep } = question;
  return useRows(
    useInfiniteQuery({
      queryKey: [...storageKeys.bucket(bucket), "search", prefix, keyword, sort, order, deep],
      queryFn: async ({ pageParam, signal }) => {
        const { list, page } = await send(searchObjects, {
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
        });
        return { rows: list.map((found) => toEntry(found, prefix)), next: page.hasNext ? page.next : undefined };
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      enabled,
      structuralSharing: false,
    }),
  );
};

const toEntry = ({ key, cid, size, etag, contentType, modifiedAt }: FoundObject, prefix: string): Entry => ({
  kind: "file",
  key,
  name: key.slice(prefix.length),
  sizeBytes: size,
  modifiedSeconds: modifiedAt,
  etag,
  ...(contentType !== undefined && { type: contentType }),
  cid,
});
