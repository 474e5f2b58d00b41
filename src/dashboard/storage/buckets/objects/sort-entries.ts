import { type Entry, type FileEntry, compareKeys } from "../../flows/storage/entries.ts";
import type { Sort } from "../../../ui/table/data-table-types.ts";

/** The server's order: by name. */
export const byName: Sort = { key: "name", direction: "asc" };

/** Sorts the entries of a completely loaded folder: folders first, by name, then files. */
export const sortEntries = (entries: readonly Entry[], { key, direction }: Sort): readonly Entry[] => {
  const sign = direction === "asc" ? 1 : -1;
  return entries.toSorted((a, b) => {
    if (a.kind !== b.kind) return a.kind === "folder" ? -1 : 1;
    const byKey = compareKeys(a.key, b.key);
    if (key === "name") return sign * byKey;
    return a.kind === "file" && b.kind === "file" ? sign * (valueOf(a, key) - valueOf(b, key)) || byKey : byKey;
  });
};

const valueOf = (entry: FileEntry, key: string): number => (key === "size" ? entry.sizeBytes : entry.modifiedSeconds);
