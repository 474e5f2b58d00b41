/** The published files of a deployment, by folder and file. Paths outside its root are rejected. */
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import type { OutputEntry } from "../../../../resources/hosting/deployment-calls.ts";
import { outputFileInlineBytesMax } from "../../../../resources/limits.ts";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { AppError } from "../../kernel/app-error.ts";
import { diffOf, type TreeDiff } from "../../storage/diff-trees.ts";
import { diffSettings, type SettingsDiff } from "./deployment-settings.ts";
import type { Deployment } from "./builds/queue.ts";

type Reading = Pick<Blocks, "resolve" | "list" | "read">;

/** Folders searched for a CID, nearest first; deeper ones are found by path. */
const foldersSearchedMax = 2000;

/** Lists a folder of the tree, by CID if given, otherwise by path. Throws NOT_FOUND. */
export const listOutput = async (
  blocks: Reading,
  root: string,
  { path, cid }: { readonly path: string; readonly cid?: string | undefined },
): Promise<OutputEntry[]> => {
  const folder = cid === undefined ? (await folderAt(blocks, root, path)).cid : await folderWithin(blocks, root, cid);
  const entries = await blocks.list(folder);
  // Folders first; both are already sorted by name.
  return entries
    .map(({ cid: hash, name, type, sizeBytes: size }) => ({ hash, name, type, size }))
    .toSorted((a, b) => Number(a.type === "file") - Number(b.type === "file"));
};

interface OutputFile {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** null if the file is too large to display or not text. */
  readonly text: string | null;
}

/** Reads a file of the tree. Throws NOT_FOUND. */
export const readOutput = async (blocks: Reading, root: string, path: string): Promise<OutputFile> => {
  const file = await entryAt(blocks, root, path);
  if (file.type === "directory") throw new AppError("NOT_FOUND");
  const { cid, sizeBytes: size } = file;
  const isShown = size <= outputFileInlineBytesMax;
  return { hash: cid.toString(), size, text: isShown ? textOf(await buffer(await blocks.read(cid))) : null };
};

/** Encodes "a/b" for use in a URL. */
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

const folderWithin = async (blocks: Reading, root: string, targetCid: string): Promise<CID> => {
  const seen = new Set([root]);
  for (const folder of seen) {
    if (folder === targetCid) return CID.parse(folder);
    if (seen.size > foldersSearchedMax) break;
    for (const { cid, type } of await blocks.list(CID.parse(folder))) if (type === "directory") seen.add(cid);
  }
  throw new AppError("NOT_FOUND");
};

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Decodes UTF-8 text; returns null for other bytes. */
const textOf = (bytes: Buffer): string | null => {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

type Compared = Pick<Deployment, "state" | "cid" | "settings">;

interface DeploymentDiff extends SettingsDiff, TreeDiff {}

/** Returns the differences between two deployments. Files are compared if both published some. */
export const diffDeployments = async (
  blocks: Pick<Blocks, "list">,
  before: Compared,
  after: Compared,
): Promise<DeploymentDiff> => ({
  ...diffSettings(before.settings, after.settings),
  ...(await diffOf(blocks, publishedBy(before), publishedBy(after))),
});

/** Returns the root of a deployment's files. A queued redeploy has a CID before it has published anything. */
export const publishedBy = ({ state, cid }: Pick<Deployment, "state" | "cid">): string | undefined =>
  state === "success" ? (cid ?? undefined) : undefined;
