/** Creates a directory of files that are already roots. Stores only its nodes; the files stay in place. */
import { randomUUID } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { CID } from "multiformats/cid";
import type { Db } from "../database/database.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Blocks, LinkedFile } from "./blocks.ts";
import { inlineBytes, isNode } from "./cid.ts";
import type { Link } from "./dag.ts";
import { createLinkTree } from "./link-tree.ts";
import { decodeNode } from "./nodes.ts";
import { createNodeWriter } from "./node-writer.ts";
import { prepared } from "./prepared.ts";
import { PartMissing } from "./record.ts";
import { ownStagingPrefixes } from "./sweep.ts";
import { blocksOfTree, type Verifier } from "./verify.ts";

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
        ...prepared({ db, store, blobId, tree: nodes, files, parts: stored }),
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
