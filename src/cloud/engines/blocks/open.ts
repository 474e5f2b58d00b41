import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { removeUnlessBackup } from "../database/backup-lock.ts";
import type { Database, Db } from "../database/database.ts";
import { countTotals, readSoundness } from "./store/blob-rows.ts";
import { measureStore, recoverFromTrash, type BlobStore } from "./store/blob-store.ts";
import type { Blocks, LinkedBlock, ImportedTree, PackedFile } from "./blocks.ts";
import { diskStore } from "./store/disk-store.ts";
import { createHold } from "./roots/hold.ts";
import { createExportCar } from "./car/export-car.ts";
import { createImportCar } from "./car/import-car.ts";
import { createImportLinks } from "./dag/import-links.ts";
import { createMembership } from "./dag/membership.ts";
import { createPrepare } from "./roots/prepare.ts";
import { claimInstance } from "./instance.ts";
import { createReader } from "./reader.ts";
import { dropRoots, findRoot, lockRoot, seizeRoots } from "./roots/roots.ts";
import { s3SettingsOf, s3Store } from "./store/s3-store.ts";
import { openStagedFiles } from "./store/staged-files.ts";
import { sweepBlobs, sweepStaging, ownStagingPrefixes } from "./roots/sweep.ts";
import { createVerifier, blocksOfTree, type Verifier } from "./verify.ts";
import { cidKey, cidText, inlineBytes } from "./dag/cid.ts";
import { codecName, decodeNode, isFileType } from "./dag/nodes.ts";
import { placesOfBlocks, placesOfFiles } from "./store/places.ts";
import { buildTree, type Tree } from "./dag/build-tree.ts";
import { writeAll } from "./join-files.ts";
import { packFolder } from "./pack-folder.ts";
import { recordTree } from "./roots/record.ts";

/** With an embedded database this process is the only one; otherwise newer files may belong to another process. */
const SHARED_SWEEP_AGE_MS = 3_600_000;

/** Returns the folder of unfinished files, on the same file system as the blobs. */
export const stagingFolderOf = (dataDir: string): string => join(dataDir, "staging");

/** Opens the block engine in DATA_DIR, or on S3 if configured, and cleans up after a crash. */
export const openBlocks = async (
  config: Config,
  database: Database,
  log: Logger,
  requireRoom: () => void = () => undefined,
): Promise<Blocks> => {
  const stagingFolder = stagingFolderOf(config.DATA_DIR);
  await mkdir(stagingFolder, { recursive: true });
  const { db } = database;
  const store = recoverFromTrash(sparingForBackup(db, await openStore(config)));
  const stagingPath = (name: string): string => join(stagingFolder, name);
  const verifier = createVerifier({ db, store, stagingPath });
  const { repairKnown, verifyNext, isSound } = verifier;
  const importer = createImporter({ db, store, repairKnown, log, stagingPath });
  const reader = createReader(db, store);
  const { resolve, read, pour, list, block } = reader;

  const before = new Date(Date.now() - (database.embedded ? 0 : SHARED_SWEEP_AGE_MS));
  await claimInstance({ db, dataDir: config.DATA_DIR, store });
  const startSweep = await sweepBlobs({ db, store, before, log });
  await sweepStaging(stagingFolder, before);

  const drop: Blocks["dropRoots"] = async (trx, cids) => {
    const { blobIds, removed, parts } = await dropRoots(trx, keysOf(cids));
    const remove = async (): Promise<void> => {
      if (removed === "many") reader.clear();
      else for (const each of removed) reader.forgetBlock(each);
      for (const blobId of blobIds) await store.remove(blobId);
    };
    return { parts, remove };
  };

  /** Wraps a function to throw when disk space is low. */
  const inRoom =
    <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      requireRoom();
      return work(...args);
    };
  const prepare = createPrepare({ db, store, repairKnown, stagingPath });

  return {
    importFolder: inRoom(importer.importFolder),
    importPacked: inRoom(importer.importPacked),
    requireRoom,
    resolve,
    read,
    pour,
    list,
    block,
    remember: reader.remember,
    ...prepare,
    prepareFile: inRoom(prepare.prepareFile),
    prepareBytes: inRoom(prepare.prepareBytes),
    importLinks: inRoom(createImportLinks({ db, store, repairKnown, stagingPath, manyBlocks: reader.manyBlocks })),
    links: createLinks(db, block),
    has: createHas(db),
    exportCar: createExportCar(reader),
    importCar: inRoom(createImportCar({ db, store, repairKnown, fetchBlocks: reader.manyBlocks })),
    ...createHold(db, reader.manyBlocks),
    ...createMembership(reader.manyBlocks),
    stagingPath,
    staged: openStagedFiles(config, stagingFolder),
    packs: {
      async keep(file) {
        const blobId = randomUUID();
        await store.keep(file, blobId);
        return blobId;
      },
      copyTo: store.copyTo,
      remove: store.remove,
    },
    keepRoot: (trx, cid) => lockRoot(trx, CID.parse(cid), "share"),
    seizeRoot: (trx, cid) => lockRoot(trx, CID.parse(cid), "update"),
    async seizeRoots(trx, cids) {
      const { seized, missing } = await seizeRoots(trx, keysOf(cids));
      return { seized: textsOf(seized), missing: textsOf(missing) };
    },
    dropRoots: drop,
    async forget(cid) {
      const dropped = await db.transaction().execute(async (trx) => {
        await lockRoot(trx, CID.parse(cid), "update");
        return drop(trx, [cid]);
      });
      await dropped.remove();
    },
    sweep: () => sweepBlobs({ db, store, before: new Date(Date.now() - SHARED_SWEEP_AGE_MS), log }),
    startSweep,
    verifyNext,
    isSound,
    soundness: () => readSoundness(db),
    totals: () => countTotals(db),
    ping: () => store.ping(),
    async close() {
      reader.clear();
    },
  };
};

/** Prevents the deletion of blobs while a backup copies them: the next start sweeps unknown ones. */
const sparingForBackup = (db: Db, store: BlobStore): BlobStore => ({
  ...store,
  remove: async (id) => void (await removeUnlessBackup(db, () => store.remove(id))),
  discard: async (id) => void (await removeUnlessBackup(db, () => store.discard(id))),
});

/** Opens the configured blob store. */
export const openStore = async (config: Config): Promise<BlobStore> => {
  const settings = s3SettingsOf(config);
  return settings ? measureStore(s3Store(settings), "s3") : measureStore(await diskStore(config.DATA_DIR), "disk");
};

/** Describes one block of a DAG: its size, codec and links. */
const createLinks =
  (db: Db, block: Blocks["block"]): Blocks["links"] =>
  async (cid) => {
    const bytes = await block(cid);
    if (!bytes) return undefined;
    const codec = codecName(cid);
    if (!codec) return { codec: `0x${cid.code.toString(16)}`, blockBytes: bytes.length, links: [] };
    const { links, unixfs } = decodeNode(cid, bytes);
    // Only dag-pb states the size below a link; for other codecs, at least the block's own size is known.
    const unsized = links.filter(({ totalBytes }) => totalBytes === undefined).map((link) => link.cid);
    const [files, blocks] = await Promise.all([placesOfFiles(db, unsized), placesOfBlocks(db, unsized)]);
    const sizeOf = (key: string): number | undefined => files.get(key)?.sizeBytes ?? blocks.get(key)?.sizeBytes;
    const described: LinkedBlock = {
      codec,
      blockBytes: bytes.length,
      ...(unixfs && { type: unixfs.type }),
      ...(unixfs && isFileType(unixfs) && { fileBytes: unixfs.fileBytes }),
      links: links.map(({ name, cid, totalBytes }) => ({
        name,
        cid: cid.toString(),
        sizeBytes: totalBytes ?? inlineBytes(cid)?.length ?? sizeOf(cidText(cid)) ?? 0,
      })),
    };
    return described;
  };

/** Returns whether the block is stored; blocks below it may be missing. */
const createHas =
  (db: Db): Blocks["has"] =>
  async (cid, reader = db) =>
    inlineBytes(cid) !== undefined || (await placesOfBlocks(reader, [cid])).size > 0;

interface ImporterDeps {
  readonly db: Db;
  readonly store: BlobStore;
  readonly log: Logger;
  readonly repairKnown: Verifier["repairKnown"];
  stagingPath(name: string): string;
}

/** Turns staging files into blobs: hash, append the nodes, store durably, record. */
const createImporter = (deps: ImporterDeps): Pick<Blocks, "importFolder" | "importPacked"> => {
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

const keysOf = (cids: readonly string[]): Buffer[] => cids.map((cid) => cidKey(CID.parse(cid)));
const textsOf = (keys: readonly Buffer[]): string[] => keys.map((key) => cidText(CID.decode(key)));
