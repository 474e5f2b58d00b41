/** Which file an address of a site means: the names people give their pages are shorter than those of the files. */
import type { CID } from "multiformats/cid";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { HEADERS_FILE, REDIRECTS_FILE } from "./rules/site-rules.ts";
import type { ContentPath } from "./target.ts";

const INDEX_FILE = "index.html";
const PAGE_EXTENSION = ".html";

export interface FoundFile {
  readonly entry: EntryStat;
  /** Where it lies in the tree. */
  readonly parts: readonly string[];
  /** What leads to it: its own name, its folder, or its name without ".html". */
  readonly by: "name" | "folder" | "page-name";
}

export type Found =
  | { readonly is: "file"; readonly file: FoundFile }
  /** The same address with, or without, a slash at its end: relative links of the page depend on it. */
  | { readonly is: "moved"; readonly endsWithSlash: boolean }
  | { readonly is: "folder"; readonly directory: EntryStat };

/** undefined when there is nothing. */
export const lookUp = async (
  blocks: Blocks,
  root: CID,
  { parts: deps, endsWithSlash }: ContentPath,
): Promise<Found | undefined> => {
  const file = await fileAt(blocks, root, deps);
  if (file) {
    if (deps.length === 0 || endsWithSlash === (file.by === "folder")) return { is: "file", file };
    // "/app.js/" is nothing: it would make the links of a page lead elsewhere.
    return file.by === "name" ? undefined : { is: "moved", endsWithSlash: file.by === "folder" };
  }
  const directory = await blocks.resolve(root, deps);
  return directory?.type === "directory" ? { is: "folder", directory } : undefined;
};

/** A file by its name, a folder's index.html, or a page by its name without ".html"; in this order. */
export const fileAt = async (blocks: Blocks, root: CID, deps: readonly string[]): Promise<FoundFile | undefined> => {
  if (isRuleFile(deps)) return undefined;
  const entry = await blocks.resolve(root, deps);
  if (entry && entry.type !== "directory") return { entry, parts: deps, by: "name" };
  const index = entry && (await blocks.resolve(entry.cid, [INDEX_FILE]));
  if (index && index.type !== "directory") return { entry: index, parts: [...deps, INDEX_FILE], by: "folder" };
  if (deps.length === 0) return undefined;
  const pageParts = deps.with(deps.length - 1, deps.at(-1)! + PAGE_EXTENSION);
  const page = await blocks.resolve(root, pageParts);
  return page && page.type !== "directory" ? { entry: page, parts: pageParts, by: "page-name" } : undefined;
};

/** Rule files are never served to visitors. */
export const isRuleFile = ([name, ...more]: readonly string[]): boolean =>
  more.length === 0 && (name === REDIRECTS_FILE || name === HEADERS_FILE);
