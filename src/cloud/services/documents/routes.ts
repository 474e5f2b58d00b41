import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { documents } from "../../../../resources/cloud/documents.ts";
import { route, type Route } from "../route.ts";

const subfolders = ["", "decisions/"];

/** Lists docs/ and its decisions by their first headings and paragraphs; a folder that is not there has none. */
export const documentRoutes = (folder: string): Route[] => [
  route(documents, async () => {
    const listed = await Promise.all(subfolders.map((subfolder) => listFolder(folder, subfolder)));
    return { items: listed.flat() };
  }),
];

const listFolder = async (root: string, folder: string) => {
  const files = await readdir(join(root, folder)).catch(() => []);
  const names = files.filter((file) => file.endsWith(".md")).toSorted();
  return Promise.all(names.map((file) => describe(root, folder, file)));
};

const describe = async (root: string, folder: string, file: string) => {
  const name = file.slice(0, -".md".length);
  const text = await readFile(join(root, folder, file), "utf8");
  const heading = /^# +(.+)$/m.exec(text)?.[1];
  const paragraph = /^(?![#`|>-])\S.*(?:\n\S.*)*/m.exec(text)?.[0];
  return { name, folder, title: heading ?? name, summary: firstSentence(plain(paragraph ?? "")) };
};

/** Markdown of a paragraph without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ");

const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
