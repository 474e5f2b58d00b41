/** Turns staging files into blobs: hash, append the nodes, store durably, record. */
import { randomUUID } from "node:crypto";
import { open, rm, type FileHandle } from "node:fs/promises";
import type { Logger } from "pino";
import type { Db } from "../database/database.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Blocks, ImportedTree, PackedFile } from "./blocks.ts";
import { buildTree, type Tree } from "./build-tree.ts";
import { writeAll } from "./join-files.ts";
import { packFolder } from "./pack-folder.ts";
import { recordTree } from "./record.ts";
import { findRoot } from "./roots.ts";
import { ownStagingPrefixes } from "./sweep.ts";
import { blocksOfTree, type Verifier } from "./verify.ts";

interface ImporterDeps {
  readonly db: Db;
  readonly store: BlobStore;
  readonly log: Logger;
  readonly repairKnown: Verifier["repairKnown"];
  stagingPath(name: string): string;
}

export const createImporter = (deps: ImporterDeps): Pick<Blocks, "importFolder" | "importPacked"> => {
  const importStaged = async (
    stagingFile: string,
    handle: FileHandle,
    files: readonly PackedFile[],
    signal?: AbortSignal,
  ): Promise<ImportedTree> => {
    const tree = await buildTree(handle, files, signal);
    const existing = await findRoot(deps.db, tree.root);
    if (existing) {
      await deps.repairKnown({ ...tree, sizeBytes: tree.dataBytes }, blocksOfTree(handle, tree));
      return existing;
    }
    await appendNodes(handle, tree);
    return keep(deps, stagingFile, tree, files);
  };

  return {
    async importPacked(stagingFile, files) {
      const handle = await open(stagingFile, "r+");
      try {
        const imported = await importStaged(stagingFile, handle, files);
        await rm(stagingFile, { force: true });
        return imported;
      } finally {
        await handle.close();
      }
    },
    async importFolder(folder, signal) {
      const stagingFile = deps.stagingPath(`${ownStagingPrefixes.folder}${randomUUID()}`);
      const handle = await open(stagingFile, "wx+");
      try {
        const files = await packFolder(folder, handle, signal);
        return await importStaged(stagingFile, handle, files, signal);
      } finally {
        await handle.close();
        await rm(stagingFile, { force: true });
      }
    },
  };
};

/** Overwrites any bytes that an interrupted import left behind the files. */
const appendNodes = async (handle: FileHandle, tree: Tree): Promise<void> => {
  await handle.truncate(tree.dataBytes);
  await writeAll(handle, Buffer.concat(tree.nodes), tree.dataBytes);
  await handle.sync();
};

const keep = async (
  { db, store, log }: ImporterDeps,
  stagingFile: string,
  tree: Tree,
  files: readonly PackedFile[],
): Promise<ImportedTree> => {
  const blobId = randomUUID();
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  await store.keep(stagingFile, blobId);
  // After an error, the commit may still have happened: the next start decides whether the blob is needed.
  const recorded = await db
    .transaction()
    .execute((trx) => recordTree(trx, blobId, tree, { count: files.length, sizeBytes }));
  if (!recorded) {
    log.info({ cid: tree.root.toString() }, "another import of the same tree finished first");
    await store.remove(blobId);
  }
  return { cid: tree.root.toString(), fileCount: files.length, sizeBytes };
};
