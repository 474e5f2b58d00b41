/** Digests of picked files, so that the server can recognize files it already has. Optional. */
import { uploadHashedBytesMax, uploadHashedFileBytesMax } from "../../../../../resources/limits.ts";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";

/** SHA-256; runs off the main thread. */
export type Sha256 = (bytes: ArrayBuffer) => Promise<ArrayBuffer>;

const filesAtOnce = 4;

/** Returns the browser's own, which is missing on plain HTTP hosts other than localhost. */
export const browserSha256 = (): Sha256 | undefined => {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle && ((bytes) => subtle.digest("SHA-256", bytes));
};

/**
 * Returns digests in hex, in the order of the files; undefined if hashing would take long, is unavailable, or a file
 * can't be read.
 */
export const digestsOf = async (
  items: readonly UploadItem[],
  sha256: Sha256 | undefined,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> => {
  const isTooMuch =
    sizeOf(items) > uploadHashedBytesMax || items.some(({ file }) => file.size > uploadHashedFileBytesMax);
  if (!sha256 || isTooMuch) return undefined;
  const digests: string[] = [];
  const waiting = items.entries();
  const hash = async (): Promise<void> => {
    for (const [index, { file }] of waiting) {
      signal.throwIfAborted();
      digests[index] = hexOf(await sha256(await file.arrayBuffer()));
    }
  };
  try {
    await Promise.all(Array.from({ length: filesAtOnce }, hash));
    return digests;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
};

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
