/** Digests of picked files, so that the cloud can say which upload it has already. They are a help, never needed. */
import { uploadHashedBytesMax, uploadHashedFileBytesMax } from "../../../../resources/limits.ts";
import { sizeOf, type UploadItem } from "../../ui/upload/upload-item.ts";

/** SHA-256; the browser does it beside the page's own work. */
export type Sha256 = (bytes: ArrayBuffer) => Promise<ArrayBuffer>;

const filesAtOnce = 4;

/** The browser's own, which pages on plain http hosts other than localhost do not get. */
export const browserSha256 = (): Sha256 | undefined => {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle && ((bytes) => subtle.digest("SHA-256", bytes));
};

/** In hex, in the order of the files. Undefined where hashing would take long, cannot be done, or a file cannot be read. */
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
