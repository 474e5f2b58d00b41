import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import {
  deleteVersion,
  listVersions,
  restoreVersion,
  type ObjectVersion,
  type VersionPlace,
} from "../../../api/s3/versions.ts";
import { buckets } from "../../../../../resources/storage/buckets.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { inParallel } from "./in-parallel.ts";
import { storageKeys } from "./storage-keys.ts";

export type FileVersion = ObjectVersion;

interface VersionActs {
  /** Makes a version current again. Of a deleted file, removes the delete marker. */
  readonly restore: (version: FileVersion) => Promise<void>;
  readonly remove: (version: FileVersion) => Promise<void>;
  /** Permanently deletes all versions of a file. */
  readonly removeAll: (version: FileVersion) => Promise<void>;
}

const useVersionActs = (bucket: string): VersionActs => {
  const client = useQueryClient();
  const then = async (act: Promise<unknown>): Promise<void> => {
    try {
      await act;
    } finally {
      await client.invalidateQueries({ queryKey: storageKeys.bucket(bucket) });
      await client.invalidateQueries({ queryKey: resourceKey(buckets.name) });
    }
  };
  return {
    restore: (version) => then(version.isMarker ? deleteVersion(bucket, version) : restoreVersion(bucket, version)),
    remove: (version) => then(deleteVersion(bucket, version)),
    removeAll: ({ key }) =>
      then(allVersionsOf(bucket, key).then((all) => inParallel(all, (version) => deleteVersion(bucket, version)))),
  };
};

/** Loads up to this many versions of one file. */
const shownMax = 1000;

const allVersionsOf = async (bucket: string, key: string, signal?: AbortSignal): Promise<FileVersion[]> => {
  const found: FileVersion[] = [];
  let place: VersionPlace | undefined;
  do {
    const page = await listVersions(bucket, { prefix: key, deep: true, place }, signal);
    const own = page.versions.filter((version) => version.key === key);
    found.push(...own);
    place = page.next?.key === key && found.length < shownMax ? page.next : undefined;
  } while (place);
  return found.toSorted((a, b) => Number(b.isLatest) - Number(a.isLatest) || b.modifiedSeconds - a.modifiedSeconds);
};

/** Loads the versions of a file, the latest first, and changes them. */
export const useVersions = (bucket: string, key: string, enabled: boolean) => {
  const { data, error, reload } = useCached({
    queryKey: storageKeys.versions(bucket, key),
    queryFn: ({ signal }) => allVersionsOf(bucket, key, signal),
    enabled,
  });
  return { versions: data, error, reload, ...useVersionActs(bucket) };
};

/** Loads the deleted files of a folder page by page, and restores or permanently deletes them. */
export const useDeletedFiles = (bucket: string, prefix: string) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: storageKeys.deleted(bucket, prefix),
    queryFn: ({ pageParam, signal }) => listVersions(bucket, { prefix, deep: false, place: pageParam }, signal),
    initialPageParam: undefined as VersionPlace | undefined,
    getNextPageParam: ({ next }) => next,
  });
  const files = data?.pages.flatMap(({ versions }) =>
    versions.filter(({ isMarker, isLatest }) => isMarker && isLatest),
  );
  return {
    files,
    error: error ?? undefined,
    reload: () => void refetch(),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    loadingMore: isFetchingNextPage,
    ...useVersionActs(bucket),
  };
};
