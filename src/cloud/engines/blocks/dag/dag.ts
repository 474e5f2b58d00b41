/** Builds the dag-pb nodes over hashed leaves, following the profile unixfs-v1-2025 (IPIP-499). */
import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import { DirSharded } from "ipfs-unixfs-importer/utils";
import type { CID } from "multiformats/cid";
import { nodeCid } from "./cid.ts";
import type { Leaf } from "./hash-leaves.ts";

const LINKS_PER_NODE = 1024;
const DIRECTORY_BLOCK_BYTES = 256 * 1024;
const HAMT = {
  profile: "unixfs-v1-2025",
  shardFanoutBits: 8,
  shardSplitStrategy: "block-bytes",
  cidVersion: 1,
} as const;

/** A link to a child; `totalBytes` counts the whole DAG below (dag-pb's Tsize). */
export interface Link {
  readonly cid: CID;
  readonly totalBytes: number;
}

export interface FileNode extends Link {
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Receives the built nodes. */
export interface DagSink {
  node(cid: CID, bytes: Uint8Array): void;
  /** A file node and its range of bytes. */
  extent(file: FileNode): void;
}

/** Builds the DAG of one file in balanced layout. A single leaf is the file itself. */
export const buildFile = (leaves: readonly Leaf[], sink: DagSink): FileNode => {
  let level: FileNode[] = leaves.map((leaf) => ({ ...leaf, totalBytes: leaf.sizeBytes }));
  while (level.length > 1) {
    const parents: FileNode[] = [];
    for (let start = 0; start < level.length; start += LINKS_PER_NODE) {
      parents.push(buildFileNode(level.slice(start, start + LINKS_PER_NODE), sink));
    }
    level = parents;
  }
  return level[0]!;
};

const buildFileNode = (children: readonly FileNode[], sink: DagSink): FileNode => {
  const unixfs = new UnixFS({ type: "file" });
  for (const child of children) unixfs.addBlockSize(BigInt(child.sizeBytes));
  const links = children.map((child) => ({ Name: "", Tsize: child.totalBytes, Hash: child.cid }));
  const bytes = dagPb.encode(dagPb.prepare({ Data: unixfs.marshal(), Links: links }));
  const sizeBytes = children.reduce((sum, child) => sum + child.sizeBytes, 0);
  const file = { ...put(bytes, links, sink), offset: children[0]!.offset, sizeBytes };
  sink.extent(file);
  return file;
};

/** Builds a directory of finished children; a HAMT if its block would exceed 256 KiB. */
export const buildDirectory = async (children: ReadonlyMap<string, Link>, sink: DagSink): Promise<Link> => {
  const links = [...children].map(([name, child]) => ({ Name: name, Tsize: child.totalBytes, Hash: child.cid }));
  const bytes = dagPb.encode(dagPb.prepare({ Data: new UnixFS({ type: "directory" }).marshal(), Links: links }));
  return bytes.length > DIRECTORY_BLOCK_BYTES ? buildHamt(children, sink) : put(bytes, links, sink);
};

const buildHamt = async (children: ReadonlyMap<string, Link>, sink: DagSink): Promise<Link> => {
  const directory = new DirSharded({ root: true, dir: true, path: "", dirty: true, flat: false }, HAMT);
  for (const [name, { cid, totalBytes }] of children) await directory.put(name, { cid, size: BigInt(totalBytes) });
  const store = {
    put: (cid: CID, bytes: Uint8Array) => {
      sink.node(cid, bytes);
      return cid;
    },
  };
  let root: Link | undefined;
  for await (const { cid, size } of directory.flush(store)) root = { cid, totalBytes: Number(size) };
  return root!;
};

const put = (bytes: Uint8Array, links: readonly { readonly Tsize: number }[], sink: DagSink): Link => {
  const cid = nodeCid(bytes);
  sink.node(cid, bytes);
  return { cid, totalBytes: links.reduce((sum, link) => sum + link.Tsize, bytes.length) };
};
