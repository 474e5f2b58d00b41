/** Creates a directory of files that are already roots. Stores only its nodes; the files stay in place. */
import { randomUUID } from "node:crypto";
import { open, type FileHandle, rm } from "node:fs/promises";
import { CID } from "multiformats/cid";
import type { Db } from "../../database/database.ts";
import { createIsRecorded } from "../store/blob-rows.ts";
import type { BlobStore } from "../store/blob-store.ts";
import { type Blocks, type LinkedFile, smallFileBytesMax } from "../blocks.ts";
import { inlineBytes, isNode, cidText } from "./cid.ts";
import { type Link, buildDirectory, type DagSink } from "./dag.ts";
import { decodeNode } from "./nodes.ts";
import { prepared } from "../roots/prepared.ts";
import { PartMissing } from "../roots/record.ts";
import { ownStagingPrefixes } from "../roots/sweep.ts";
import { blocksOfTree, type Verifier } from "../verify.ts";
import { besideFolder, folderOfKey, isFolderKey, pathOfKey } from "./key-path.ts";
import { TreeTooLarge } from "./tree-too-large.ts";
import type { PlacedBlock } from "./build-tree.ts";
import { writeAll } from "../join-files.ts";

const FILES_AT_ONCE = 256;

interface ImportLinksDeps {
  readonly db: Db;
  readonly store: BlobStore;
  readonly repairKnown: Verifier["repairKnown"];
  stagingPath(name: string): string;
  manyBlocks(cids: readonly CID[]): Promise<readonly (Uint8Array | undefined)[]>;
}

export const createImportLinks =
  ({ db, store, repairKnown, stagingPath, manyBlocks }: ImportLinksDeps): Blocks["importLinks"] =>
  async (entries) => {
    const tree = createLinkTree();
    const parts = new Map<string, CID>();
    const files = { count: 0, sizeBytes: 0 };
    for await (const group of inGroups(entries)) {
      const links = await linksTo(group, manyBlocks);
      for (const [index, file] of group.entries()) {
        tree.add(file, links[index]!);
        files.count += 1;
        files.sizeBytes += file.sizeBytes;
        if (!parts.has(file.cid)) parts.set(file.cid, links[index]!.cid);
      }
    }
    const stagingFile = stagingPath(`${ownStagingPrefixes.links}${randomUUID()}`);
    const writer = createNodeWriter(stagingFile);
    try {
      const root = await tree.build(writer.sink, writer.pause);
      const { blocks, sizeBytes, inFile } = await writer.finish();
      const blobId = randomUUID();
      const nodes = { root, dataBytes: sizeBytes, nodes: [], blocks, extents: [] };
      if (inFile) {
        await withFile(stagingFile, (handle) => repairKnown({ ...nodes, sizeBytes }, blocksOfTree(handle, nodes)));
        await store.keep(stagingFile, blobId);
      }
      const stored = [...parts.values()].filter((cid) => !inlineBytes(cid));
      return {
        ...prepared({ isRecorded: createIsRecorded(db), store, blobId, tree: nodes, files, parts: stored }),
        fileCount: files.count,
        sizeBytes: files.sizeBytes,
        nodeBytes: sizeBytes,
      };
    } finally {
      await writer.close();
    }
  };

const withFile = async (path: string, use: (handle: FileHandle) => Promise<void>): Promise<void> => {
  const handle = await open(path, "r");
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
};

async function* inGroups(entries: AsyncIterable<LinkedFile>): AsyncGenerator<LinkedFile[]> {
  let group: LinkedFile[] = [];
  for await (const entry of entries) {
    if (group.push(entry) < FILES_AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Returns links whose Tsize equals that of an import of the whole folder. */
const linksTo = async (files: readonly LinkedFile[], manyBlocks: ImportLinksDeps["manyBlocks"]): Promise<Link[]> => {
  const cids = files.map(({ cid }) => CID.parse(cid));
  const nodes = cids.filter(isNode);
  const blocks = nodes.length > 0 ? await manyBlocks(nodes) : [];
  const totals = new Map(
    nodes.map((cid, index) => {
      const bytes = blocks[index];
      if (!bytes) throw new PartMissing(cid);
      const below = decodeNode(cid, bytes).links.reduce((sum, { totalBytes = 0 }) => sum + totalBytes, 0);
      return [cid, bytes.length + below] as const;
    }),
  );
  return files.map(({ sizeBytes }, index) => ({
    cid: cids[index]!,
    totalBytes: totals.get(cids[index]!) ?? sizeBytes,
  }));
};

/** With more folders, the names alone would fill the memory. */
const FOLDERS_MAX = 1_000_000;

type Folder = Map<string, Link | Folder>;

/**
 * Builds directories of stored files: collects names in memory, then creates the nodes. Throws for a repeated path,
 * and `TreeTooLarge`.
 */
const createLinkTree = () => {
  const root: Folder = new Map();
  let folderCount = 1;

  const folderAt = (names: readonly string[]): Folder => {
    let folder = root;
    for (const name of names) {
      const existing = folder.get(name);
      if (existing instanceof Map) {
        folder = existing;
        continue;
      }
      if ((folderCount += 1) > FOLDERS_MAX) throw new TreeTooLarge(FOLDERS_MAX);
      if (existing) folder.set(besideFolder(name), existing);
      const created: Folder = new Map();
      folder.set(name, created);
      folder = created;
    }
    return folder;
  };

  return {
    add({ path, sizeBytes }: Pick<LinkedFile, "path" | "sizeBytes">, link: Link): void {
      if (isFolderKey(path, sizeBytes)) return void folderAt(folderOfKey(path));
      const names = pathOfKey(path);
      const plain = names.pop()!;
      const folder = folderAt(names);
      const name = folder.get(plain) instanceof Map ? besideFolder(plain) : plain;
      if (folder.has(name)) throw new Error(`Duplicate path: ${path}`);
      folder.set(name, link);
    },
    /** Awaits `pause` from time to time, so that nodes do not pile up in memory. */
    async build(sink: DagSink, pause: () => Promise<void>): Promise<CID> {
      return (await buildFolder(root, sink, pause)).cid;
    },
  };
};

const buildFolder = async (folder: Folder, sink: DagSink, pause: () => Promise<void>): Promise<Link> => {
  const children = new Map<string, Link>();
  for (const [name, child] of folder) {
    children.set(name, child instanceof Map ? await buildFolder(child, sink, pause) : child);
  }
  const built = await buildDirectory(children, sink);
  await pause();
  return built;
};

const FLUSHED_BYTES = 1024 * 1024;

/** Collects new nodes: in memory while they are few, then in a staging file. */
const createNodeWriter = (stagingFile: string) => {
  const placed = new Map<string, PlacedBlock>();
  let handle: FileHandle | undefined;
  let written = 0;
  let waiting: { readonly block: PlacedBlock; readonly bytes: Uint8Array }[] = [];
  let end = 0;

  const flush = async (): Promise<void> => {
    handle ??= await open(stagingFile, "wx");
    await writeAll(handle, Buffer.concat(waiting.map(({ bytes }) => bytes)), written);
    written = end;
    waiting = [];
  };

  return {
    sink: {
      node(cid, bytes) {
        if (placed.has(cidText(cid))) return;
        const block = { cid, offset: end, sizeBytes: bytes.length };
        placed.set(cidText(cid), block);
        waiting.push({ block, bytes });
        end += bytes.length;
      },
      extent: () => undefined,
    } satisfies DagSink,
    /** Writes the collected nodes if there are many. */
    async pause(): Promise<void> {
      if (end - written >= FLUSHED_BYTES) await flush();
    },
    /** Makes the nodes durable; if there are few, the blocks contain their bytes instead. Each CID once. */
    async finish(): Promise<{
      readonly blocks: readonly PlacedBlock[];
      readonly sizeBytes: number;
      readonly inFile: boolean;
    }> {
      if (!handle && end <= smallFileBytesMax) {
        return { blocks: waiting.map(({ block, bytes }) => ({ ...block, bytes })), sizeBytes: end, inFile: false };
      }
      await flush();
      await handle!.sync();
      return { blocks: [...placed.values()], sizeBytes: end, inFile: true };
    },
    async close(): Promise<void> {
      await handle?.close();
      await rm(stagingFile, { force: true });
    },
  };
};
