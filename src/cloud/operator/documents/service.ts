/** The pages of docs/: what the dashboard shows at /docs. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Document {
  /** Its file's name, unique across the folders. */
  readonly name: string;
  /** Below docs/, with a slash at the end; empty for a page of docs/ itself. */
  readonly folder: string;
  /** Its Markdown. */
  readonly text: string;
}

/** Links every page in reading order, and isn't a page itself. */
const indexFile = "README.md";

/** Returns all pages in the order of docs/README.md, then those it doesn't link, by group and name. Returns none for a missing folder. */
export const readDocuments = async (root: string): Promise<Document[]> => {
  const [files, index] = await Promise.all([
    readdir(root, { recursive: true }).catch(() => []),
    readFile(join(root, indexFile), "utf8").catch(() => ""),
  ]);
  const order = [...index.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, path]) => path!);
  const placeOf = (path: string): number => (order.includes(path) ? order.indexOf(path) : Infinity);
  // A decision's number places it, not the folder below decisions/.
  const placed = (path: string): string => path.replace(/^([^/]+\/).*\//, "$1");
  const paths = files
    .filter((path) => path.endsWith(".md") && path !== indexFile)
    .toSorted((one, other) => (placed(one) < placed(other) ? -1 : 1))
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : Number(placeOf(one) > placeOf(other))));
  return Promise.all(paths.map((path) => readDocument(root, path)));
};

/** Returns the first heading; the name of a page without one. */
export const titleOf = ({ name, text }: Document): string => /^# +(.+)$/m.exec(text)?.[1] ?? name;

const readDocument = async (root: string, path: string): Promise<Document> => ({
  name: path.slice(path.lastIndexOf("/") + 1, -".md".length),
  folder: path.slice(0, path.lastIndexOf("/") + 1),
  text: await readFile(join(root, path), "utf8"),
});

/** Returns the text of a paragraph without the marks of Markdown. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/(?<!\w)_([^_`]+)_(?!\w)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ");
