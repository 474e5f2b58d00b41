/** Streams CAR files as trustless gateways do: IPIP-402 (scope and range), IPIP-412 (depth first, with or without duplicates). */
import * as dagCbor from "@ipld/dag-cbor";
import type { CID } from "multiformats/cid";
import type { Blocks, CarRange, EntryStat } from "../blocks.ts";
import { inlineBytes, isLeaf, isNode } from "../dag/cid.ts";
import { walkFile, type BlockSource } from "../dag/file-walk.ts";
import { graphKey, type GraphKey } from "../dag/graph.ts";
import { decodeNode, isDirectoryType } from "../dag/nodes.ts";
import type { PathStep } from "../reader.ts";

/** Smaller blocks are sent together with their header. */
const SMALL_BYTES = 64 * 1024;
const WARMED_AT_ONCE = 256;

interface Source extends BlockSource {
  stat(cid: CID): Promise<EntryStat | undefined>;
  /** Returns the blocks on a path from first to last; undefined if the path does not resolve. */
  follow(root: CID, path: readonly string[]): Promise<readonly PathStep[] | undefined>;
}

/** A block of the CAR is missing or not readable. The output so far is incomplete. */
export class BlockAbsent extends Error {
  constructor(cid: CID) {
    super(`The block ${cid.toString()} is not available.`);
    this.name = "BlockAbsent";
  }
}

interface Visited {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

export const createExportCar = (reader: Source): Blocks["exportCar"] =>
  async function* exportCar(root, { path = [], scope, entityBytes, dups, canRead = () => true }) {
    const source = withholding(reader, canRead);
    const steps = await source.follow(root, path);
    const end = steps?.at(-1)?.cid;
    if (!steps || !end) throw new BlockAbsent(root);
    const seen = new Set<GraphKey>();
    const isUnsent = (cid: CID): boolean => {
      if (inlineBytes(cid)) return false;
      if (dups) return true;
      const key = graphKey(cid);
      return !seen.has(key) && seen.add(key) !== undefined;
    };

    // Before any output: an unreadable root is an error, not half a CAR.
    await load(source, end);
    yield framed(dagCbor.encode({ version: 1, roots: [end] }));
    for (const { cid } of steps.slice(0, -1)) if (isUnsent(cid)) yield* sections(await load(source, cid));
    for await (const visited of blocksBelow(source, end, entityBytes ? "entity" : scope, entityBytes, (cid) => {
      // A subtree that was sent already is skipped.
      return dups || !seen.has(graphKey(cid));
    })) {
      if (isUnsent(visited.cid)) yield* sections(visited);
    }
  };

const withholding = (source: Source, canRead: (cid: CID) => boolean): Source => ({
  ...source,
  block(cid) {
    if (!canRead(cid)) throw new BlockAbsent(cid);
    return source.block(cid);
  },
});

async function* blocksBelow(
  source: Source,
  end: CID,
  scope: "block" | "entity" | "all",
  range: CarRange | undefined,
  isNew: (cid: CID) => boolean,
): AsyncGenerator<Visited> {
  if (scope === "all") return yield* walkAll(source, end, () => true, isNew);
  if (scope === "block") return yield await load(source, end);
  const entry = await source.stat(end);
  if (entry?.type === "directory") return yield* walkAll(source, end, isShardOf, isNew);
  const isFile = entry && (entry.type === "file" || isLeaf(end));
  const part = isFile ? rangeIn(entry.sizeBytes, range) : undefined;
  if (!part) return yield await load(source, end);
  yield* walkFile(end, entry!.sizeBytes, part, source);
}

/** Walks depth first, in the order of the links. */
async function* walkAll(
  source: Source,
  root: CID,
  follows: (node: Visited, link: { readonly name: string }) => boolean,
  isNew: (cid: CID) => boolean,
): AsyncGenerator<Visited> {
  const open: { readonly cids: readonly CID[]; next: number }[] = [{ cids: [root], next: 0 }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const cid = level.cids[level.next];
    if (!cid) {
      open.pop();
      continue;
    }
    if (level.next % WARMED_AT_ONCE === 0) {
      await source.warm(level.cids.slice(level.next, level.next + WARMED_AT_ONCE));
    }
    level.next += 1;
    if (!isNew(cid)) continue;
    const visited = await load(source, cid);
    yield visited;
    if (isLeaf(cid)) continue;
    const { links } = decodeNode(cid, visited.bytes);
    open.push({ cids: links.filter((link) => follows(visited, link)).map((link) => link.cid), next: 0 });
  }
}

/** For a directory, only the blocks that list it: in a HAMT, the links whose name is only a slot. */
const isShardOf = ({ cid, bytes }: Visited, { name }: { readonly name: string }): boolean => {
  const { unixfs } = isNode(cid) ? decodeNode(cid, bytes) : {};
  if (!unixfs || !isDirectoryType(unixfs) || unixfs.type === "directory") return false;
  return name.length === (unixfs.fanout - 1).toString(16).length;
};

const load = async ({ block }: Pick<Source, "block">, cid: CID): Promise<Visited> => {
  const bytes = await block(cid);
  if (!bytes) throw new BlockAbsent(cid);
  return { cid, bytes };
};

/** Clips the range to the file; undefined if nothing remains. Negative numbers count from the end. */
const rangeIn = (
  sizeBytes: number,
  range: CarRange = { from: 0, to: "*" },
): { start: number; end: number } | undefined => {
  const fromStart = (at: number): number => (at < 0 ? sizeBytes + at : at);
  const start = Math.max(0, fromStart(range.from));
  const end = range.to === "*" ? sizeBytes - 1 : Math.min(fromStart(range.to), sizeBytes - 1);
  return start <= end ? { start, end } : undefined;
};

function* sections({ cid, bytes }: Visited): Generator<Uint8Array> {
  const prefix = Buffer.concat([varint(cid.bytes.length + bytes.length), cid.bytes]);
  if (bytes.length <= SMALL_BYTES) return yield Buffer.concat([prefix, bytes]);
  yield prefix;
  yield bytes;
}

const framed = (bytes: Uint8Array): Uint8Array => Buffer.concat([varint(bytes.length), bytes]);

const varint = (value: number): Uint8Array => {
  const bytes: number[] = [];
  let left = value;
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80);
    left = Math.floor(left / 128);
  }
  return Uint8Array.of(...bytes, left);
};
