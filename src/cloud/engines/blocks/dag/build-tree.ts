import type { FileHandle } from "node:fs/promises";
import type { CID } from "multiformats/cid";
import type { PackedFile } from "../blocks.ts";
import { buildDirectory, buildFile, type DagSink, type FileNode, type Link } from "./dag.ts";
import { hashLeaves, leafBytesMax, type ByteSource, type Leaf } from "./hash-leaves.ts";

/** A block's place in the blob. */
export interface PlacedBlock {
  readonly cid: CID;
  readonly offset: number;
  readonly sizeBytes: number;
  /** Bytes of a block that is stored in the index instead of the blob. */
  readonly bytes?: Uint8Array;
}

export interface Tree {
  readonly root: CID;
  /** Size of the files, which is the offset of the nodes. */
  readonly dataBytes: number;
  /** The dag-pb nodes behind the files, in this order. */
  readonly nodes: readonly Uint8Array[];
  /** Leaves and nodes, each CID once. */
  readonly blocks: readonly PlacedBlock[];
  readonly extents: readonly PlacedBlock[];
}

/** Hashes packed files into one UnixFS tree. Writes nothing; the result depends only on paths and bytes. */
export const buildTree = async (
  handle: FileHandle,
  files: readonly PackedFile[],
  signal?: AbortSignal,
): Promise<Tree> => {
  const folders = foldersOf(files);
  const dataBytes = files.reduce((end, file) => Math.max(end, file.offset + file.sizeBytes), 0);
  const collected = collect(dataBytes);
  const leaves = await hashLeaves(handle, files, signal);
  const built = leaves.map((of) => {
    for (const leaf of of) collected.place(leaf);
    return buildFile(of, collected.sink);
  });
  const { cid } = await buildFolder(folders, built, collected.sink);
  return { root: cid, dataBytes, ...collected.result() };
};

/** Hashes one file. */
export const buildSingle = async (source: ByteSource, sizeBytes: number): Promise<Tree> => {
  const [leaves] = await hashLeaves(source, [{ path: "", offset: 0, sizeBytes }]);
  return singleOf(leaves!, sizeBytes);
};

/** Builds one file from hashed leaves. Throws a RangeError if their number does not match the size. */
export const buildHashed = (cids: readonly CID[], sizeBytes: number): Tree => {
  if (cids.length !== Math.max(1, Math.ceil(sizeBytes / leafBytesMax)))
    throw new RangeError(`A file of ${sizeBytes} bytes can't have ${cids.length} leaves.`);
  const leaves = cids.map((cid, index) => {
    const offset = index * leafBytesMax;
    return { cid, offset, sizeBytes: Math.min(leafBytesMax, sizeBytes - offset) };
  });
  return singleOf(leaves, sizeBytes);
};

/** The nodes are stored in the index, so that the blob is exactly the file. */
const singleOf = (leaves: readonly Leaf[], sizeBytes: number): Tree => {
  const collected = collect(sizeBytes);
  for (const leaf of leaves) collected.place(leaf);
  const node = (cid: CID, bytes: Uint8Array): void =>
    void collected.place({ cid, offset: 0, sizeBytes: bytes.length, bytes });
  const { cid } = buildFile(leaves, { ...collected.sink, node });
  return { root: cid, dataBytes: sizeBytes, ...collected.result() };
};

type Folder = Map<string, number | Folder>;

/** Returns the folders by name; a number is the file's index in the list. Throws on invalid paths. */
const foldersOf = (files: readonly PackedFile[]): Folder => {
  const root: Folder = new Map();
  for (const [index, { path }] of files.entries()) {
    const parts = path.split("/");
    if (parts.some((part) => part === "" || part === "." || part === "..")) throw new Error(`Invalid path: ${path}`);
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) {
      const next = folder.get(part) ?? new Map<string, number | Folder>();
      if (typeof next === "number") throw new Error(`The path is both a file and a folder: ${path}`);
      folder.set(part, next);
      folder = next;
    }
    if (folder.has(name)) throw new Error(`Duplicate path: ${path}`);
    folder.set(name, index);
  }
  return root;
};

const buildFolder = async (folder: Folder, files: readonly FileNode[], sink: DagSink): Promise<Link> => {
  const children = new Map<string, Link>();
  for (const [name, child] of folder) {
    children.set(name, typeof child === "number" ? files[child]! : await buildFolder(child, files, sink));
  }
  return buildDirectory(children, sink);
};

const collect = (dataBytes: number) => {
  const nodes: Uint8Array[] = [];
  const blocks = new Map<string, PlacedBlock>();
  const extents = new Map<string, PlacedBlock>();
  let end = dataBytes;

  const place = (block: PlacedBlock): boolean => {
    const key = block.cid.toString();
    if (blocks.has(key)) return false;
    blocks.set(key, block);
    return true;
  };
  const sink: DagSink = {
    node(cid, bytes) {
      if (!place({ cid, offset: end, sizeBytes: bytes.length })) return;
      nodes.push(bytes);
      end += bytes.length;
    },
    extent(file) {
      extents.set(file.cid.toString(), file);
    },
  };
  return { place, sink, result: () => ({ nodes, blocks: [...blocks.values()], extents: [...extents.values()] }) };
};
