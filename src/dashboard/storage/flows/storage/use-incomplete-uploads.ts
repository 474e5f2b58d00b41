import { useQueryClient } from "@tanstack/react-query";
import { abortUpload, listUploads, uploadedBytes, type IncompleteUpload } from "../../../api/s3/listing.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { inParallel } from "./in-parallel.ts";
import { storageKeys } from "./storage-keys.ts";

export interface SizedUpload extends IncompleteUpload {
  readonly sizeBytes: number;
}

interface IncompleteUploads {
  readonly uploads: readonly SizedUpload[] | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
  readonly abort: (uploads: readonly IncompleteUpload[]) => Promise<void>;
}

/** Loads incomplete uploads with their sizes. */
export const useIncompleteUploads = (bucket: string): IncompleteUploads => {
  const client = useQueryClient();
  const { data, error, reload } = useCached({
    queryKey: storageKeys.uploads(bucket),
    queryFn: async ({ signal }) => withSizes(bucket, await listUploads(bucket, signal), signal),
  });
  return {
    uploads: data,
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
  uploads: readonly IncompleteUpload[],
  signal: AbortSignal,
): Promise<readonly SizedUpload[]> => {
  const sizes = new Map<string, number>();
  await inParallel(uploads, async (upload) => {
    sizes.set(upload.uploadId, await uploadedBytes(bucket, upload, signal));
  });
  return uploads.map((upload) => ({ ...upload, sizeBytes: sizes.get(upload.uploadId) ?? 0 }));
};
