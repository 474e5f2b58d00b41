/** Resolves name conflicts: one choice for all files whose names exist. */
import type { UploadItem } from "../../../ui/upload/upload-item.ts";

export type NameChoice = "replace" | "skip" | "both";

export interface Named {
  readonly item: UploadItem;
  readonly key: string;
  readonly replaces: boolean;
}

/** Gives each file its key. `taken`: the existing ones; "both" finds free names for the new files. */
export const nameAll = async (
  items: readonly UploadItem[],
  prefix: string,
  existing: ReadonlySet<string>,
  choice: NameChoice,
  isTaken: (key: string) => Promise<boolean>,
): Promise<readonly Named[]> => {
  const used = new Set<string>(items.map(({ path }) => prefix + path));
  const named: Named[] = [];
  for (const item of items) {
    const key = prefix + item.path;
    if (!existing.has(key) || choice === "replace") named.push({ item, key, replaces: existing.has(key) });
    else if (choice === "both") named.push({ item, key: await freeName(key, used, isTaken), replaces: false });
  }
  return named;
};

/** "a/pear.txt" → "a/pear (1).txt" */
const freeName = async (
  key: string,
  used: Set<string>,
  isTaken: (key: string) => Promise<boolean>,
): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const name = numbered(key, number);
    if (used.has(name) || (await isTaken(name))) continue;
    used.add(name);
    return name;
  }
};

const numbered = (key: string, number: number): string => {
  const start = key.lastIndexOf("/") + 1;
  const dot = key.lastIndexOf(".");
  const end = dot > start ? dot : key.length;
  return `${key.slice(0, end)} (${number})${key.slice(end)}`;
};
