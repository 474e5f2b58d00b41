/** The pages of docs/: what the dashboard shows at /docs. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Document {
  readonly name: string;
  /** Empty for a guide, "decisions/" for a decision. */
  readonly folder: string;
  /** Its Markdown. */
  readonly text: string;
}

const subfolders = ["", "decisions/"];

/** All of them, guides first, each kind by name; a folder that is not there has none. */
export const readDocuments = async (root: string): Promise<Document[]> => {
  const read = await Promise.all(subfolders.map((folder) => readFolder(root, folder)));
  return read.flat();
};

/** Its first heading; its name where it has none. */
export const titleOf = ({ name, text }: Document): string => /^# +(.+)$/m.exec(text)?.[1] ?? name;

const readFolder = async (root: string, folder: string): Promise<Document[]> => {
  const files = await readdir(join(root, folder)).catch(() => []);
  const names = files.filter((file) => file.endsWith(".md")).toSorted();
  return Promise.all(
    names.map(async (file) => ({
      name: file.slice(0, -".md".length),
      folder,
      text: await readFile(join(root, folder, file), "utf8"),
    })),
  );
};
