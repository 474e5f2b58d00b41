/** Reads CHANGELOG.md, in the format of keepachangelog.com. */
import { readFile } from "node:fs/promises";
import { changelogCountDefault } from "../../../../resources/rewards/limits.ts";

export interface Changelog {
  readonly text: string;
  /** Number of entries. */
  readonly changeLogNum: number;
}

/** Without the file the changelog is empty, and the count is the default that a dashboard assumes. */
export const readChangelog = async (path: string): Promise<Changelog> => {
  const text = await readFile(path, "utf8").catch(() => "");
  return { text, changeLogNum: countEntries(text) || changelogCountDefault };
};

/** Counts the list items that start with a bold name. */
export const countEntries = (markdown: string): number => markdown.match(/^- \*\*[^*\n]+\*\*/gm)?.length ?? 0;
