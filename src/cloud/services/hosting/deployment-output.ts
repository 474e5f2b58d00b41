/** What a deployment published, folder by folder and file by file. Nothing outside its root can be named. */
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { outputFileInlineBytesMax } from "../../../../resources/limits.ts";
import type { OutputEntry } from "../../../../resources/hosting/deployment-calls.ts";
import { AppError } from "../../app-error.ts";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";

type Reading = Pick<Blocks, "resolve" | "list" | "read">;

/** Folders looked at for a CID, nearest first; what lies behind them all is found by its path. */
const foldersSearchedMax = 2000;

/** A folder of the tree: the one of that CID if one is given, else the one at that path. Throws NOT_FOUND. */
export const listOutput = async (
  blocks: Reading,
  root: string,
  { path, cid }: { readonly path: string; readonly cid?: string | undefined },
): Promise<OutputEntry[]> => {
  const folder = cid === undefined ? (await folderAt(blocks, root, path)).cid : await folderWithin(blocks, root, cid);
  const entries = await blocks.list(folder);
  // Folders first; within these and the files by name, as they come.
  return entries
    .map(({ cid: hash, name, type, sizeBytes: size }) => ({ hash, name, type, size }))
    .toSorted((a, b) => Number(a.type === "file") - Number(b.type === "file"));
};

export interface OutputFile {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** null where it is too large to be shown, or no text. */
  readonly text: string | null;
}

/** Throws NOT_FOUND for what is no file of the tree. */
export const readOutput = async (blocks: Reading, root: string, path: string): Promise<OutputFile> => {
  const file = await entryAt(blocks, root, path);
  if (file.type === "directory") throw new AppError("NOT_FOUND");
  const { cid, sizeBytes: size } = file;
  const isShown = size <= outputFileInlineBytesMax;
  return { hash: cid.toString(), size, text: isShown ? textOf(await buffer(await blocks.read(cid))) : null };
};

/** "a/b" as the end of an address. */
export const encodedPath = (path: string): string => partsOf(path).map(encodeURIComponent).join("/");

const entryAt = async (blocks: Reading, root: string, path: string): Promise<EntryStat> => {
  const entry = await blocks.resolve(CID.parse(root), partsOf(path));
  if (!entry) throw new AppError("NOT_FOUND");
  return entry;
};

const folderAt = async (blocks: Reading, root: string, path: string): Promise<EntryStat> => {
  const entry = await entryAt(blocks, root, path);
  if (entry.type !== "directory") throw new AppError("NOT_FOUND");
  return entry;
};

const folderWithin = async (blocks: Reading, root: string, wanted: string): Promise<CID> => {
  const seen = new Set([root]);
  for (const folder of seen) {
    if (folder === wanted) return CID.parse(folder);
    if (seen.size > foldersSearchedMax) break;
    for (const { cid, type } of await blocks.list(CID.parse(folder))) if (type === "directory") seen.add(cid);
  }
  throw new AppError("NOT_FOUND");
};

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Text in UTF-8; null for anything else. */
const textOf = (bytes: Buffer): string | null => {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};
