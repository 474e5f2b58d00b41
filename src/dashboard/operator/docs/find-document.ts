import type * as z from "zod/mini";
import type { documents } from "../../../../resources/operator/documents.ts";

export type DocumentEntry = z.output<(typeof documents)["reply"]>["items"][number];

/** Former names of pages. */
const movedNames: ReadonlyMap<string, string> = new Map([
  ["operations", "settings"],
  ["raas", "rollups"],
]);

/** Returns the page by its name or a former one. A decision keeps its number under any title. */
export const findDocument = (list: readonly DocumentEntry[], requested: string): DocumentEntry | undefined => {
  const name = movedNames.get(requested) ?? requested;
  const [number] = /^\d{3}-/.exec(name) ?? [];
  return (
    list.find((entry) => entry.name === name) ??
    list.find((entry) => number !== undefined && entry.name.startsWith(number))
  );
};

/** Returns the previous and next page in the sidebar. */
export const neighborsOf = (
  list: readonly DocumentEntry[],
  { name, folder }: DocumentEntry,
): { readonly previous: DocumentEntry | undefined; readonly next: DocumentEntry | undefined } => {
  const isDecision = (entry: Pick<DocumentEntry, "folder">): boolean => entry.folder.startsWith("decisions/");
  const row = list.filter((entry) => isDecision(entry) === isDecision({ folder }));
  const place = row.findIndex((entry) => entry.name === name);
  return { previous: row[place - 1], next: row[place + 1] };
};
