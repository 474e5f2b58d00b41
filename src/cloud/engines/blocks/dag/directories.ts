/** Reads directory nodes: names → links, flat or a HAMT of any fan-out. */
import { murmur3128 } from "@multiformats/murmur3";
import type { CID } from "multiformats/cid";
import { createCache } from "../store/cache.ts";
import { cidText, isNode } from "./cid.ts";
import type { Link } from "./dag.ts";
import { decodeNode, isDirectoryType, type Unixfs } from "./nodes.ts";

/** One block of a directory: a whole flat one, or one shard. */
export interface DirectoryNode {
  /** Keyed by the names in the block; in a shard, each name starts with its slot. */
  readonly links: ReadonlyMap<string, Link>;
  readonly shard: Shard | undefined;
  /** Size of the whole DAG below, including the node. */
  readonly totalBytes: number;
}

interface Shard {
  /** Hex digits of a slot: two at a fan-out of 256. */
  readonly digits: number;
  /** Number of bits of the name's hash that select the slot. */
  readonly bits: number;
}

export type Directories = ReturnType<typeof createDirectories>;

type FetchBlocks = (cids: readonly CID[]) => Promise<readonly (Uint8Array | undefined)[]>;

/** Maximum memory of cached directory nodes. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Memory of a link besides its name: a CID, its digest and their buffers. */
const LINK_BYTES = 800;
const HASH_BITS = 64;

export const createDirectories = (fetchBlocks: FetchBlocks) => {
  const cache = createCache(CACHE_BYTES, directoryBytes);

  /** Returns undefined if the node is not stored or is not a directory. */
  const get = async (cid: CID): Promise<DirectoryNode | undefined> =>
    isNode(cid)
      ? cache.get(cidText(cid), async () => {
          const [bytes] = await fetchBlocks([cid]);
          return bytes && readNode(cid, bytes);
        })
      : undefined;

  const getMany = async (cids: readonly CID[]): Promise<DirectoryNode[]> => {
    const absent = cids.filter((cid) => !cache.peek(cidText(cid)));
    const blocks = absent.length > 0 ? await fetchBlocks(absent) : [];
    const read = new Map(absent.map((cid, index) => [cidText(cid), blocks[index] && readNode(cid, blocks[index])]));
    return Promise.all(
      cids.map(async (cid) => {
        const node = await cache.get(cidText(cid), async () => read.get(cidText(cid)));
        return node ?? missingShard(cid);
      }),
    );
  };

  return {
    get,
    /** Returns the node if it is cached. */
    peek: (cid: CID): DirectoryNode | undefined => cache.peek(cidText(cid)),
    /** Finds a name, reading only the shards on its path. Calls `onWay` with each block read after the first. */
    async find(cid: CID, name: string, onShard?: (shard: CID) => void): Promise<Link | undefined> {
      let node = await get(cid);
      let usedBits = 0;
      while (node?.shard) {
        const place = placeOf(name, usedBits, node.shard);
        const entry = place === undefined ? undefined : node.links.get(place + name);
        if (entry) return entry;
        const below = place === undefined ? undefined : node.links.get(place);
        if (!below) return undefined;
        onShard?.(below.cid);
        usedBits += node.shard.bits;
        node = (await get(below.cid)) ?? missingShard(below.cid);
      }
      return node?.links.get(name);
    },
    /** Returns all entries; undefined in the same cases as `get`. */
    async entries(cid: CID): Promise<ReadonlyMap<string, Link> | undefined> {
      const root = await get(cid);
      return root?.shard ? collectShards(root, getMany) : root?.links;
    },
    delete: (cid: CID): void => cache.delete(cidText(cid)),
    clear: (): void => cache.clear(),
  };
};

const directoryBytes = ({ links }: DirectoryNode): number => {
  let bytes = LINK_BYTES;
  for (const name of links.keys()) bytes += name.length + LINK_BYTES;
  return bytes;
};

const readNode = (cid: CID, bytes: Uint8Array): DirectoryNode | undefined => {
  const { links, unixfs } = decodeNode(cid, bytes);
  if (!unixfs || !isDirectoryType(unixfs)) return undefined;
  const named = links.map(({ name, cid, totalBytes = 0 }) => [name, { cid, totalBytes }] as const);
  return {
    links: new Map(named),
    shard: shardOf(unixfs),
    totalBytes: named.reduce((sum, [, link]) => sum + link.totalBytes, bytes.length),
  };
};

const shardOf = ({ type, fanout }: Unixfs): Shard | undefined => {
  if (type !== "hamt-sharded-directory") return undefined;
  const bits = Math.log2(fanout);
  if (!Number.isInteger(bits) || bits < 1 || bits > 10) throw new Error(`Unsupported directory fan-out: ${fanout}.`);
  return { bits, digits: (fanout - 1).toString(16).length };
};

/** Returns a name's slot in a shard; undefined if the hash is used up. */
const placeOf = (name: string, usedBits: number, { bits, digits }: Shard): string | undefined => {
  if (usedBits + bits > HASH_BITS) return undefined;
  const hash = Buffer.from(murmur3128.encode(Buffer.from(name)) as Uint8Array).readBigUInt64BE();
  const place = BigInt.asUintN(bits, hash >> BigInt(HASH_BITS - usedBits - bits));
  return place.toString(16).toUpperCase().padStart(digits, "0");
};

/** Reads level by level, so that the number of queries depends on the HAMT's depth, not its size. */
const collectShards = async (
  root: DirectoryNode,
  getMany: (cids: readonly CID[]) => Promise<DirectoryNode[]>,
): Promise<Map<string, Link>> => {
  const entries = new Map<string, Link>();
  const seen = new Set<string>();
  let level = [root];
  while (level.length > 0) {
    const shards: CID[] = [];
    for (const { links, shard } of level) {
      for (const [name, link] of links) {
        if (name.length > shard!.digits) entries.set(name.slice(shard!.digits), link);
        else shards.push(link.cid);
      }
    }
    for (const cid of shards) {
      // A name can't be in both: the directory was built to be endless.
      if (seen.has(cidText(cid))) throw new Error(`The directory contains the shard ${cid.toString()} twice.`);
      seen.add(cidText(cid));
    }
    level = await getMany(shards);
    if (level.some(({ shard }) => !shard)) throw new Error("A directory shard is not a directory node.");
  }
  return entries;
};

const missingShard = (cid: CID): never => {
  throw new Error(`A part of this directory is missing: ${cid.toString()}`);
};
