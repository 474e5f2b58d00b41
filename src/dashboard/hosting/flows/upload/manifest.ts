/** The manifest that declares an upload's files before its first byte. */
import { sha256 } from "../../../lib/bytes/sha256.ts";
import { commonFolder, type UploadItem } from "../../../ui/upload/upload-item.ts";

export interface Manifest {
  readonly kind: "folder" | "zip";
  readonly files: readonly { readonly path: string; readonly sizeBytes: number; readonly sha256?: string }[];
}

/**
 * Builds the manifest. A single zip is unpacked by the server; anything else is a folder, whose own name is not part of
 * the paths.
 */
export const manifestOf = (items: readonly UploadItem[], digests?: readonly string[]): Manifest => {
  const folder = commonFolder(items);
  const strip = folder === undefined ? 0 : folder.length + 1;
  return {
    kind: items.length === 1 && isZip(items[0]!) ? "zip" : "folder",
    files: items.map(({ path, file }, index) => ({
      path: path.slice(strip),
      sizeBytes: file.size,
      ...(digests && { sha256: digests[index]! }),
    })),
  };
};

/** Suggests a project name: the folder, or the zip without its extension; otherwise "". */
export const suggestedName = (items: readonly UploadItem[]): string | undefined => {
  const [first] = items;
  return (
    commonFolder(items) ?? (items.length === 1 && first && isZip(first) ? first.path.replace(/\.zip$/i, "") : undefined)
  );
};

/** Returns a fingerprint of unchanged files, by which an interrupted upload can be found. */
export const fingerprintOf = (items: readonly UploadItem[]): string => {
  const lines = items.map(({ path, file }) => `${path}\t${file.size}\t${file.lastModified}`).join("\n");
  return Array.from(sha256(new TextEncoder().encode(lines)), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

const isZip = ({ path, file }: UploadItem): boolean => /\.zip$/i.test(path) || file.type === "application/zip";
