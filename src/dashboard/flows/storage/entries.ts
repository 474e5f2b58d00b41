/** A folder's rows, out of the pages of a listing. Pure. */
import type { ListedPage } from "../../api/s3/listing.ts";

export interface FolderEntry {
  readonly kind: "folder";
  /** The prefix, with its slash. */
  readonly key: string;
  /** Below the folder shown, without the slash. */
  readonly name: string;
}

export interface FileEntry {
  readonly kind: "file";
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedSeconds: number;
}

export type Entry = FolderEntry | FileEntry;

/**
 * Rows in a steady order: where the whole folder is one page, folders stand first; where it has more, all stand in the order of
 * their keys, so that pages that arrive later only add to the end. The object that stands for the folder itself is left out.
 */
export const entriesOf = (prefix: string, pages: readonly Page[]): readonly Entry[] => {
  const isWhole = pages.length === 1 && pages[0]!.next === undefined;
  return isWhole ? rowsOf(prefix, pages[0]!) : pages.flatMap((page) => sortedRows(prefix, page));
};

type Page = Pick<ListedPage, "files" | "folders" | "next">;

/** A page is read once, however many come after it. */
const known = new WeakMap<Page, { readonly prefix: string; readonly rows: readonly Entry[] }>();

const sortedRows = (prefix: string, page: Page): readonly Entry[] => {
  const found = known.get(page);
  if (found?.prefix === prefix) return found.rows;
  const rows = rowsOf(prefix, page).toSorted((a, b) => compareKeys(a.key, b.key));
  known.set(page, { prefix, rows });
  return rows;
};

const rowsOf = (prefix: string, { files, folders }: Page): readonly Entry[] => [
  ...folders.map((key): Entry => ({ kind: "folder", key, name: key.slice(prefix.length, -1) })),
  ...files
    .filter(({ key }) => key !== prefix)
    .map(({ key, sizeBytes, modifiedSeconds }): Entry => ({
      kind: "file",
      key,
      name: key.slice(prefix.length),
      sizeBytes,
      modifiedSeconds,
    })),
];

/** The order of UTF-8 bytes, which is that of code points and not of UTF-16 units. */
export const compareKeys = (a: string, b: string): number => {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    return weightOf(a.charCodeAt(at)) - weightOf(b.charCodeAt(at));
  }
  return a.length - b.length;
};

/** Surrogates stand for what comes after all other units. */
const weightOf = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};
