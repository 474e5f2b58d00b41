import type { Entry } from "../../../flows/storage/entries.ts";
import { compareKeys } from "../../../flows/storage/entries.ts";
import type { Sort } from "../../../ui/data-table-types.ts";

/** By name, as the cloud lists them. */
export const byName: Sort = { key: "name", direction: "asc" };

/** Whole folders are sorted here: folders first, in the same direction as names, then the files. */
export const sortEntries = (entries: readonly Entry[], { key, direction }: Sort): readonly Entry[] => {
  const sign = direction === "asc" ? 1 : -1;
  return entries.toSorted((a, b) => {
    if (a.kind !== b.kind) return a.kind === "folder" ? -1 : 1;
    const order = key === "name" || a.kind === "folder" || b.kind === "folder" ? 0 : valueOf(a, key) - valueOf(b, key);
    return sign * (order || compareKeys(a.key, b.key));
  });
};

const valueOf = (entry: Extract<Entry, { kind: "file" }>, key: string): number =>
  key === "size" ? entry.sizeBytes : entry.modifiedSeconds;
