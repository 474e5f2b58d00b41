/** Workspaces of npm, pnpm and Yarn: packages that are installed together, with one lock file in the folder around them. */
import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import * as z from "zod/mini";
import { parseJson } from "../../../../../resources/hosting/builds/manifest.ts";

const fileBytesMax = 16 * 1024 * 1024;

/** Reads the text of a file; undefined if it is missing or too large. */
export const readText = async (path: string): Promise<string | undefined> => {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() && stats.size <= fileBytesMax ? readFile(path, "utf8") : undefined;
};

/** Returns the folders from this one up to the repository's root, both included. */
export const foldersUpTo = (folder: string, source: string): string[] => {
  const parent = dirname(folder);
  const isInside = folder !== source && parent !== folder && !relative(source, folder).startsWith("..");
  return [folder, ...(isInside ? foldersUpTo(parent, source) : [])];
};

/** Returns the folder above this one whose workspaces include it; undefined if it stands alone. */
export const workspaceAround = async (folder: string, source: string): Promise<string | undefined> => {
  for (const above of foldersUpTo(folder, source).slice(1)) {
    const patterns = await patternsIn(above);
    if (includes(patterns, relative(above, folder).split(sep).join("/"))) return above;
  }
  return undefined;
};

const listed = z.array(z.string());
const manifest = z.object({ workspaces: z.union([listed, z.object({ packages: listed })]) });

const patternsIn = async (folder: string): Promise<readonly string[]> => {
  const pnpm = await readText(join(folder, "pnpm-workspace.yaml"));
  if (pnpm !== undefined) return packagesIn(pnpm);
  const { data } = manifest.safeParse(parseJson(await readText(join(folder, "package.json"))));
  if (!data) return [];
  return Array.isArray(data.workspaces) ? data.workspaces : data.workspaces.packages;
};

/** The list `packages:` of pnpm-workspace.yaml, in one line or one entry a line. */
const packagesIn = (yaml: string): string[] => {
  const [, inline, block = ""] =
    /^packages:[ \t]*(?:\[([^\]]*)\]|\r?\n((?:[ \t]*(?:-.*|#.*)?(?:\r?\n|$))*))/m.exec(yaml) ?? [];
  const entries = inline?.split(",") ?? block.split(/\r?\n/).flatMap((line) => /^\s*-\s*(.*)$/.exec(line)?.[1] ?? []);
  return entries.map((entry) => /^\s*(?:"([^"]*)"|'([^']*)'|([^#]*))/.exec(entry)!.slice(1).join("").trim());
};

/** The last matching pattern wins; one with "!" excludes. */
const includes = (patterns: readonly string[], path: string): boolean => {
  const deciding = patterns.findLast((pattern) => expressionOf(pattern.replace(/^!/, "")).test(path));
  return deciding !== undefined && !deciding.startsWith("!");
};

const expressionOf = (glob: string): RegExp => {
  const parts = glob.replace(/^\.\//, "").replace(/\/$/, "").split("/");
  const expression = parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    if (part === "**") return isLast ? ".*" : "(?:.*/)?";
    const name = part
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", "[^/]*")
      .replaceAll("?", "[^/]");
    return isLast ? name : `${name}/`;
  });
  return new RegExp(`^${expression.join("")}$`);
};
