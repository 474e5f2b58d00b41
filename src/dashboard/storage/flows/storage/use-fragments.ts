import { useQueryClient } from "@tanstack/react-query";
import { abortUpload, listUploads, uploadedBytes, type UnfinishedUpload } from "../../../api/s3/listing.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { inParallel } from "./in-parallel.ts";
import { storageKeys } from "./storage-keys.ts";

export interface Fragment extends UnfinishedUpload {
  readonly sizeBytes: number;
}

interface Fragments {
  readonly fragments: readonly Fragment[] | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
  readonly abort: (uploads: readonly UnfinishedUpload[]) => Promise<void>;
}

/** Loads unfinished uploads with their sizes. */
export const useFragments = (bucket: string): Fragments => {
  const client = useQueryClient();
  const { data, error, reload } = useCached({
    queryKey: storageKeys.uploads(bucket),
    queryFn: async ({ signal }) => withSizes(bucket, await listUploads(bucket, signal), signal),
  });
  return {
    fragments: data,
    error,
    reload,
    abort: async (uploads) => {
      try {
        await inParallel(uploads, (upload) => abortUpload(bucket, upload));
      } finally {
        await client.invalidateQueries({ queryKey: storageKeys.uploads(bucket) });
      }
    },
  };
};

const withSizes = async (
  bucket: string,
  uploads: readonly UnfinishedUpload[],
  signal: AbortSignal,
): Promise<readonly Fragment[]> => {
  const sizes = new Map<string, number>();
  await inParallel(uploads, async (upload) => {
    sizes.set(upload.uploadId, await uploadedBytes(bucket, upload, signal));
  });
  return uploads.map((upload) => ({ ...upload, sizeBytes: sizes.get(upload.uploadId) ?? 0 }));
};
