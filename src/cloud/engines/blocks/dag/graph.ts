/** Walks a DAG by its links to find the blocks below a root, missing blocks and sizes. */
import { setImmediate } from "node:timers/promises";
import { CID } from "multiformats/cid";
import { cidKey, isLeaf } from "./cid.ts";
import { chunked } from "../chunked.ts";
import { decodeNode, isDirectoryType } from "./nodes.ts";
import { TreeTooDeep, TreeTooLarge } from "./tree-too-large.ts";

/** A CID as a map key, the same for CIDv0 and CIDv1. */
export type GraphKey = string;
export const graphKey = (cid: CID): GraphKey => cidKey(cid).toString("latin1");
export const bytesOfKey = (key: GraphKey): Buffer => Buffer.from(key, "latin1");
export const cidOfKey = (key: GraphKey): CID => CID.decode(bytesOfKey(key));

export interface Totals {
  readonly fileCount: number;
  readonly sizeBytes: number;
}

export interface GraphNode {
  readonly kind: "file" | "directory";
  /** Size of the block itself. */
  readonly blockBytes: number;
  /** Size of a file as read. */
  readonly fileBytes: number;
  readonly children: readonly GraphKey[];
}

/** A block is a node here, or belongs to another root that is counted as a whole. */
export type Found = { readonly node: GraphNode } | { readonly part: Totals };

/** Looks up the blocks of one level; `levelsMax` is the number of levels left, this one included. */
export type FindNodes = (keys: readonly GraphKey[], levelsMax: number) => Promise<ReadonlyMap<GraphKey, Found>>;

interface Walked {
  /** Unique blocks, parts included. */
  readonly found: ReadonlyMap<GraphKey, Found>;
  /** The first missing block. */
  readonly missing: GraphKey | undefined;
}

const KEYS_AT_ONCE = 500;
const BLOCKS_MAX = 2_000_000;
export const LEVELS_MAX = 10_000;
/** Blocks after which other work gets its turn. */
const PAUSE_AFTER = 500;
const FILES_MAX = 2 ** 31 - 1;

/** Throws `UnreadableNode`. Content that is not UnixFS counts as one file of the block's size. */
export const graphNodeOf = (cid: CID, bytes: Uint8Array): GraphNode => {
  const blockBytes = bytes.length;
  if (isLeaf(cid)) return { kind: "file", blockBytes, fileBytes: blockBytes, children: [] };
  const { links, unixfs } = decodeNode(cid, bytes);
  const children = links.map((link) => graphKey(link.cid));
  if (unixfs && isDirectoryType(unixfs)) return { kind: "directory", blockBytes, fileBytes: 0, children };
  return { kind: "file", blockBytes, fileBytes: unixfs?.fileBytes ?? blockBytes, children };
};

/** Walks level by level, each block once. Throws `TreeTooLarge` and `TreeTooDeep`. */
export const walkGraph = async (root: GraphKey, find: FindNodes, levelsMax = LEVELS_MAX): Promise<Walked> => {
  const found = new Map<GraphKey, Found>();
  const seen = new Set([root]);
  const pause = createPause();
  let level = [root];
  for (let levelsLeft = levelsMax; level.length > 0; levelsLeft -= 1) {
    if (levelsLeft === 0) throw new TreeTooDeep(LEVELS_MAX);
    const next: GraphKey[] = [];
    for (const keys of chunked(level, KEYS_AT_ONCE)) {
      const batch = await find(keys, levelsLeft);
      await pause(keys.length);
      for (const key of keys) {
        const entry = batch.get(key);
        if (!entry) return { found, missing: key };
        found.set(key, entry);
        for (const child of "node" in entry ? entry.node.children : []) {
          if (seen.has(child)) continue;
          if (seen.size >= BLOCKS_MAX) throw new TreeTooLarge(BLOCKS_MAX);
          seen.add(child);
          next.push(child);
        }
      }
    }
    level = next;
  }
  return { found, missing: undefined };
};

/** Returns a function that lets other work run after each `PAUSE_AFTER` blocks. */
const createPause = () => {
  let since = 0;
  return async (blocks: number): Promise<void> => {
    since += blocks;
    if (since < PAUSE_AFTER) return;
    since = 0;
    await setImmediate();
  };
};

/** Counts the files below a root, once per path; shards of directories count as entries. Throws `TreeTooLarge`. */
export const countFiles = async (
  root: GraphKey,
  found: ReadonlyMap<GraphKey, Found>,
  entriesMax: number,
): Promise<Totals> => {
  const pause = createPause();
  const counted = new Map<GraphKey, Totals & { readonly entries: number }>();
  const waiting = [root];
  for (let key = waiting.at(-1); key !== undefined; key = waiting.at(-1)) {
    await pause(1);
    const entry = found.get(key)!;
    const uncounted = childrenOf(entry).filter((child) => !counted.has(child));
    if (uncounted.length > 0) {
      for (const child of uncounted) waiting.push(child);
      continue;
    }
    waiting.pop();
    if (!counted.has(key))
      counted.set(
        key,
        countOf(entry, (child) => counted.get(child)!, entriesMax),
      );
  }
  const { fileCount, sizeBytes } = counted.get(root)!;
  return { fileCount, sizeBytes };
};

/** Only directories consist of their children; a file states its own length. */
const childrenOf = (entry: Found): readonly GraphKey[] =>
  "node" in entry && entry.node.kind === "directory" ? entry.node.children : [];

type Count = Totals & { readonly entries: number };

/** Counts a block without children, or with some that `countChild` has counted. */
export const countOf = (entry: Found, countChild: (key: GraphKey) => Count, entriesMax: number): Count => {
  if ("part" in entry) return { ...entry.part, entries: entry.part.fileCount };
  if (entry.node.kind === "file") return { fileCount: 1, sizeBytes: entry.node.fileBytes, entries: 0 };
  let [fileCount, sizeBytes, entries] = [0, 0, 0];
  for (const child of entry.node.children) {
    const below = countChild(child);
    fileCount += below.fileCount;
    sizeBytes += below.sizeBytes;
    entries += 1 + below.entries;
  }
  const isTooLarge = entries > entriesMax || fileCount > FILES_MAX || !Number.isSafeInteger(sizeBytes);
  if (isTooLarge) throw new TreeTooLarge(Math.min(entriesMax, FILES_MAX));
  return { fileCount, sizeBytes, entries };
};

/** Returns the size in the store: the length stated by a file may be wrong. */
export const storedBytesOf = (found: Iterable<Found>, counts: (node: GraphNode) => boolean = () => true): number => {
  let sum = 0;
  for (const entry of found) {
    if ("part" in entry) sum += entry.part.sizeBytes;
    else if (counts(entry.node)) sum += entry.node.blockBytes;
  }
  return sum;
};
