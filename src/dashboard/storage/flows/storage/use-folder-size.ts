import { folderSize, type FolderSize } from "../../../../../resources/storage/bucket-calls.ts";
import { send } from "../../../api/client.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { storageKeys } from "./storage-keys.ts";

/** How long a size counts as current. */
const freshMs = 15_000;

/** Loads the number of files below a folder and their bytes. Cached with the bucket's listings. */
export const useFolderSize = (bucket: string, prefix: string, enabled: boolean): FolderSize | undefined =>
  useCached({
    queryKey: storageKeys.folderSize(bucket, prefix),
    queryFn: ({ signal }) => send(folderSize, { query: { bucket, prefix }, signal, silent: true }),
    enabled,
    staleTime: freshMs,
  }).data;
