import { useQueryClient } from "@tanstack/react-query";
import { headObject, readObject, readTags, writeTags, type ObjectHead, type Tag } from "../../../api/s3/objects.ts";
import { useCached, type Cached } from "../../../ui/cached/use-cached.ts";
import { refuseChanged } from "./refuse-changed.ts";
import { storageKeys } from "./storage-keys.ts";

export type FileHead = ObjectHead;
export type FileTag = Tag;

/** Loads a file's metadata, without its bytes. */
export const useObject = (bucket: string, key: string): Cached<ObjectHead> =>
  useCached({
    queryKey: storageKeys.object(bucket, key),
    queryFn: ({ signal }) => headObject(bucket, key, signal),
  });

/** Loads the file's text, up to `bytes`. */
export const useText = (bucket: string, head: ObjectHead, bytes: number): Cached<string> =>
  useCached({
    queryKey: [...storageKeys.content(bucket, head.key, head.etag), bytes],
    queryFn: async ({ signal }) => {
      // An empty file has no valid range.
      if (head.sizeBytes === 0) return "";
      return (await readObject(bucket, head.key, Math.min(bytes, head.sizeBytes), signal)).text();
    },
    gcTime: 60_000,
  });

/** Loads all the file's bytes. */
export const useBytes = (bucket: string, head: ObjectHead, enabled: boolean): Cached<ArrayBuffer> =>
  useCached({
    queryKey: storageKeys.content(bucket, head.key, head.etag),
    queryFn: async ({ signal }) => (await readObject(bucket, head.key, undefined, signal)).arrayBuffer(),
    enabled,
    gcTime: 0,
    structuralSharing: false,
  });

interface Tags {
  readonly tags: readonly Tag[] | undefined;
  readonly error: Error | undefined;
  /** Throws CHANGED_MEANWHILE if the tags are no longer those that the user saw. */
  readonly save: (tags: readonly Tag[], seen: readonly Tag[]) => Promise<void>;
}

export const useTags = (bucket: string, key: string): Tags => {
  const client = useQueryClient();
  const { data, error } = useCached({
    queryKey: storageKeys.tags(bucket, key),
    queryFn: ({ signal }) => readTags(bucket, key, signal),
  });
  return {
    tags: data,
    error,
    save: async (tags, seen) => {
      const stored = await readTags(bucket, key);
      client.setQueryData(storageKeys.tags(bucket, key), stored);
      refuseChanged("tags", stored, seen, tags);
      await writeTags(bucket, key, tags);
      client.setQueryData(storageKeys.tags(bucket, key), tags);
    },
  };
};
