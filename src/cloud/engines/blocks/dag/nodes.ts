/** Decodes blocks of all supported codecs into nodes: their links and UnixFS metadata. */
import * as dagCbor from "@ipld/dag-cbor";
import * as dagJson from "@ipld/dag-json";
import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import { CID } from "multiformats/cid";
import * as json from "multiformats/codecs/json";
import * as raw from "multiformats/codecs/raw";

const CBOR = 0x51;

const codecNames: ReadonlyMap<number, string> = new Map([
  [dagPb.code, "dag-pb"],
  [raw.code, "raw"],
  [dagCbor.code, "dag-cbor"],
  [dagJson.code, "dag-json"],
  [json.code, "json"],
  [CBOR, "cbor"],
]);

export interface NodeLink {
  /** In a dag-cbor or dag-json block, the path to the link. */
  readonly name: string;
  readonly cid: CID;
  /** Size of the DAG below as dag-pb states it (Tsize). Not verified. */
  readonly totalBytes: number | undefined;
}

export interface Unixfs {
  readonly type: "raw" | "directory" | "file" | "metadata" | "symlink" | "hamt-sharded-directory";
  readonly data: Uint8Array;
  /** Number of file bytes below each link. */
  readonly blockSizes: readonly number[];
  /** Size of a file: its own bytes and those of its links. */
  readonly fileBytes: number;
  /** Number of slots per shard of a sharded directory. */
  readonly fanout: number;
}

export interface DagNode {
  readonly links: readonly NodeLink[];
  readonly unixfs: Unixfs | undefined;
}

/** The block is invalid for its codec, or its codec is unsupported. */
export class UnreadableNode extends Error {
  constructor(cid: CID, why: string, options?: ErrorOptions) {
    super(`Can't read the block ${cid.toString()}: ${why}.`, options);
    this.name = "UnreadableNode";
  }
}

/** Returns "dag-pb", "raw"…; undefined for an unsupported codec. */
export const codecName = (cid: CID): string | undefined => codecNames.get(cid.code);

/** Throws `UnreadableNode`. */
export const decodeNode = (cid: CID, bytes: Uint8Array): DagNode => {
  try {
    switch (cid.code) {
      case dagPb.code:
        return decodeDagPb(bytes);
      case dagCbor.code:
        return { links: linksIn(dagCbor.decode(bytes)), unixfs: undefined };
      case dagJson.code:
        return { links: linksIn(dagJson.decode(bytes)), unixfs: undefined };
      default:
        if (codecNames.has(cid.code)) return { links: [], unixfs: undefined };
    }
  } catch (error) {
    throw new UnreadableNode(cid, `it is not valid ${codecName(cid)}`, { cause: error });
  }
  throw new UnreadableNode(cid, `its codec 0x${cid.code.toString(16)} is not supported`);
};

const decodeDagPb = (bytes: Uint8Array): DagNode => {
  const { Links, Data } = dagPb.decode(bytes);
  const links = Links.map(({ Name, Hash, Tsize }) => ({ name: Name ?? "", cid: Hash, totalBytes: Tsize }));
  return { links, unixfs: Data && unixfsOf(Data) };
};

/** Returns undefined if the data is not UnixFS: dag-pb is older. */
const unixfsOf = (data: Uint8Array): Unixfs | undefined => {
  try {
    const { type, data: own = new Uint8Array(), blockSizes, fanout } = UnixFS.unmarshal(data);
    const sizes = blockSizes.map(Number);
    const fileBytes = sizes.reduce((sum, size) => sum + size, own.length);
    if (!Number.isSafeInteger(fileBytes)) return undefined;
    return { type: type as Unixfs["type"], data: own, blockSizes: sizes, fileBytes, fanout: Number(fanout ?? 0n) };
  } catch {
    return undefined;
  }
};

/**
 * Returns all links in a decoded value, depth first. Iterative, because the value may be as deep as its block is long.
 */
const linksIn = (value: unknown): NodeLink[] => {
  const links: NodeLink[] = [];
  const waiting = [{ name: "", value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, value: inner } = next;
    const cid = CID.asCID(inner);
    if (cid) links.push({ name, cid, totalBytes: undefined });
    else if (typeof inner === "object" && inner !== null && !(inner instanceof Uint8Array)) {
      const children = Object.entries(inner as Record<string, unknown>).toReversed();
      for (const [key, child] of children) waiting.push({ name: name ? `${name}/${key}` : key, value: child });
    }
  }
  return links;
};

/**
 * Returns whether the node is a file or a piece of one. A symbolic link counts as a file with its target, as gateways
 * show it.
 */
export const isFileType = ({ type }: Unixfs): boolean => type === "file" || type === "raw" || type === "symlink";

export const isDirectoryType = ({ type }: Unixfs): boolean => type === "directory" || type === "hamt-sharded-directory";
