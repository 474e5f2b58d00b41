/** Builds a folder's rows from a page of a listing. Pure. */
import type { ListedPage } from "../../../api/s3/parse-listing.ts";

export interface FolderEntry {
  readonly kind: "folder";
  /** The prefix, with its slash. */
  readonly key: string;
  /** Relative to the current folder, without the slash. */
  readonly name: string;
}

export interface FileEntry {
  readonly kind: "file";
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedSeconds: number;
  readonly etag: string;
  /** Media type, if it has one. */
  readonly type?: string;
  readonly cid?: string;
}

export type Entry = FolderEntry | FileEntry;

/**
 * Returns a page's rows in a stable order: folders first if the page is the whole folder; otherwise in the order of
 * keys, so that later pages only append. Omits the object that represents the folder itself.
 */
export const rowsOf = (prefix: string, page: Pick<ListedPage, "files" | "folders">, isWhole: boolean): Entry[] => {
  const folders = page.folders.map((key): Entry => ({ kind: "folder", key, name: key.slice(prefix.length, -1) }));
  const files = page.files
    .filter(({ key }) => key !== prefix)
    .map((file): Entry => ({ kind: "file", name: file.key.slice(prefix.length), ...file }));
  const rows = [...folders, ...files];
  return isWhole || folders.length === 0 ? rows : rows.toSorted((a, b) => compareKeys(a.key, b.key));
};

/** Compares keys in the order of UTF-8 bytes, which is that of code points and not of UTF-16 units. */
export const compareKeys = (a: string, b: string): number => {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    return weightOf(a.charCodeAt(at)) - weightOf(b.charCodeAt(at));
  }
  return a.length - b.length;
};

/** Returns a unit's weight: surrogates encode code points above all other units. */
const weightOf = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};
