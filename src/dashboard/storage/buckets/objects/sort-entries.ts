import { listKeysMax } from "../../../../../resources/storage/limits.ts";
import { type Entry, type FileEntry, compareKeys } from "../../flows/storage/entries.ts";
import type { Sort } from "../../../ui/table/data-table-types.ts";

/** The default order. */
export const byName: Sort = "name";

/** The column of an order, and whether its highest values come first. */
export const partsOf = (sort: Sort): { readonly key: string; readonly isDescending: boolean } => ({
  key: sort.replace(/^-/, ""),
  isDescending: sort.startsWith("-"),
});

/**
 * Number of rows up to which folders are shown in natural order: those of one page. Larger ones are in the server's order of bytes, so that
 * later pages only append.
 */
export const naturalMax = listKeysMax;

const collator = new Intl.Collator("en", { numeric: true });

/** Compares names as people do: file2 before file10, a before B. Keys that are equal this way are in the order of their bytes. */
const compareNames = (a: Entry, b: Entry): number => collator.compare(a.name, b.name) || compareKeys(a.key, b.key);

/** Sorts the entries of a completely loaded folder: folders first, by name, then files. */
export const sortEntries = (entries: readonly Entry[], sort: Sort): readonly Entry[] => {
  const { key, isDescending } = partsOf(sort);
  const sign = isDescending ? -1 : 1;
  return entries.toSorted((a, b) => {
    if (a.kind !== b.kind) return a.kind === "folder" ? -1 : 1;
    const byNames = compareNames(a, b);
    if (key === "name") return sign * byNames;
    return a.kind === "file" && b.kind === "file" ? sign * (valueOf(a, key) - valueOf(b, key)) || byNames : byNames;
  });
};

const valueOf = (entry: FileEntry, key: string): number => (key === "size" ? entry.sizeBytes : entry.modifiedSeconds);
