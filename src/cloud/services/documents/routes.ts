import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { documents } from "../../../../resources/cloud/documents.ts";
import { route, type Route } from "../route.ts";

/** Lists docs/*.md by their first headings; a folder that is not there has none. */
export const documentRoutes = (folder: string): Route[] => [
  route(documents, async () => {
    const files = await readdir(folder).catch(() => []);
    const names = files.filter((file) => file.endsWith(".md")).toSorted();
    return { items: await Promise.all(names.map((file) => describe(folder, file))) };
  }),
];

const describe = async (folder: string, file: string): Promise<{ name: string; title: string }> => {
  const name = file.slice(0, -".md".length);
  const heading = /^# +(.+)$/m.exec(await readFile(join(folder, file), "utf8"));
  return { name, title: heading?.[1] ?? name };
};
