/** CHANGELOG.md, as it lies beside the program. */
import { readFile } from "node:fs/promises";
import { changelogCountDefault } from "../../../../resources/rewards/limits.ts";

export interface Changelog {
  readonly text: string;
  /** How many entries it has. */
  readonly changeLogNum: number;
}

/** A cloud without the file has an empty changelog, and says the count that a dashboard takes where it knows none. */
export const readChangelog = async (path: string): Promise<Changelog> => {
  const text = await readFile(path, "utf8").catch(() => "");
  return { text, changeLogNum: countEntries(text) || changelogCountDefault };
};

/** An entry is a paragraph that begins with its name in bold. */
export const countEntries = (markdown: string): number => markdown.match(/^\*\*[^*\n]+\*\*/gm)?.length ?? 0;
