/** Finds the file for a URL path of a site, with clean URLs: index.html and ".html" can be omitted. */
import type { CID } from "multiformats/cid";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { HEADERS_FILE, REDIRECTS_FILE } from "./rules/site-rules.ts";
import type { ContentPath } from "./target.ts";

const INDEX_FILE = "index.html";
const PAGE_EXTENSION = ".html";

export interface FoundFile {
  readonly entry: EntryStat;
  /** Path of the file in the tree. */
  readonly parts: readonly string[];
  /** How it was found: by its name, its folder, or its name without ".html". */
  readonly by: "name" | "folder" | "page-name";
}

export type Found =
  | { readonly is: "file"; readonly file: FoundFile }
  /** Redirect to the path with or without a trailing slash: the page's relative links depend on it. */
  | { readonly is: "moved"; readonly endsWithSlash: boolean }
  | { readonly is: "folder"; readonly directory: EntryStat };

/** Finds a file or folder; undefined if there is none. */
export const lookUp = async (
  blocks: Blocks,
  root: CID,
  { parts, endsWithSlash }: ContentPath,
): Promise<Found | undefined> => {
  const file = await fileAt(blocks, root, parts);
  if (file) {
    if (parts.length === 0 || endsWithSlash === (file.by === "folder")) return { is: "file", file };
    // "/app.js/" is not found: a page's relative links would break there.
    return file.by === "name" ? undefined : { is: "moved", endsWithSlash: file.by === "folder" };
  }
  const directory = await blocks.resolve(root, parts);
  return directory?.type === "directory" ? { is: "folder", directory } : undefined;
};

/** Finds a file by its name, then a folder's index.html, then a page by its name without ".html". */
export const fileAt = async (blocks: Blocks, root: CID, parts: readonly string[]): Promise<FoundFile | undefined> => {
  if (isRuleFile(parts)) return undefined;
  const entry = await blocks.resolve(root, parts);
  if (entry && entry.type !== "directory") return { entry, parts, by: "name" };
  const index = entry && (await blocks.resolve(entry.cid, [INDEX_FILE]));
  if (index && index.type !== "directory") return { entry: index, parts: [...parts, INDEX_FILE], by: "folder" };
  if (parts.length === 0) return undefined;
  const pageParts = parts.with(parts.length - 1, parts.at(-1)! + PAGE_EXTENSION);
  const page = await blocks.resolve(root, pageParts);
  return page && page.type !== "directory" ? { entry: page, parts: pageParts, by: "page-name" } : undefined;
};

/** Rule files are never served to visitors. */
export const isRuleFile = ([name, ...more]: readonly string[]): boolean =>
  more.length === 0 && (name === REDIRECTS_FILE || name === HEADERS_FILE);
