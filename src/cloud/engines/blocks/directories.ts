/** Directory nodes, read whole: name → link, whether they are flat or a HAMT. */
import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import type { CID } from "multiformats/cid";
import { createCache } from "./cache.ts";
import type { Link } from "./dag.ts";

export interface Directory {
  readonly entries: ReadonlyMap<string, Link>;
  /** Of the whole DAG below, the node included. */
  readonly totalBytes: number;
}

export interface Directories {
  /** undefined when the node is not held or is no directory. */
  get(cid: CID): Promise<Directory | undefined>;
  /** The directory if it is in memory. */
  peek(cid: CID): Directory | undefined;
  clear(): void;
}

type FetchBlocks = (cids: readonly CID[]) => Promise<readonly (Uint8Array | undefined)[]>;

const ENTRIES_KEPT = 300_000;
/** A HAMT link's name begins with its place in the shard: two hex digits at a fan-out of 256. */
const SHARD_PREFIX = 2;

export const createDirectories = (fetchBlocks: FetchBlocks): Directories => {
  const cache = createCache<Directory>(ENTRIES_KEPT, (directory) => directory.entries.size + 1);
  return {
    get: (cid) => cache.get(cid.toString(), () => readDirectory(cid, fetchBlocks)),
    peek: (cid) => cache.peek(cid.toString()),
    clear: () => cache.clear(),
  };
};

const readDirectory = async (cid: CID, fetchBlocks: FetchBlocks): Promise<Directory | undefined> => {
  const [bytes] = await fetchBlocks([cid]);
  if (!bytes) return undefined;
  const node = dagPb.decode(bytes);
  const type = node.Data && UnixFS.unmarshal(node.Data).type;
  const links = node.Links.map(linkOf);
  const totalBytes = links.reduce((sum, link) => sum + link.totalBytes, bytes.length);
  if (type === "directory") return { entries: new Map(links.map((link) => [link.name, link])), totalBytes };
  if (type === "hamt-sharded-directory") return { entries: await readShards(links, fetchBlocks), totalBytes };
  return undefined;
};

type NamedLink = Link & { readonly name: string };

const linkOf = ({ Name, Hash, Tsize }: dagPb.PBLink): NamedLink => ({
  name: Name ?? "",
  cid: Hash,
  totalBytes: Tsize ?? 0,
});

/** Level by level, so that the depth of the HAMT and not its size counts the queries. */
const readShards = async (links: readonly NamedLink[], fetchBlocks: FetchBlocks): Promise<Map<string, Link>> => {
  const entries = new Map<string, Link>();
  let level = links;
  while (level.length > 0) {
    const shards: CID[] = [];
    for (const link of level) {
      if (link.name.length === SHARD_PREFIX) shards.push(link.cid);
      else entries.set(link.name.slice(SHARD_PREFIX), link);
    }
    const blocks = shards.length > 0 ? await fetchBlocks(shards) : [];
    level = blocks.flatMap((bytes, index) => {
      if (!bytes) throw new Error(`A part of this directory is missing: ${shards[index]!.toString()}`);
      return dagPb.decode(bytes).Links.map(linkOf);
    });
  }
  return entries;
};
