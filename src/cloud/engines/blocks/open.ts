import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { removeUnlessBackup } from "../database/backup-lock.ts";
import type { Database, Db } from "../database/database.ts";
import { countTotals, readSoundness } from "./blob-rows.ts";
import { recoverFromTrash, type BlobStore } from "./blob-store.ts";
import type { Blocks, LinkedBlock } from "./blocks.ts";
import { diskStore } from "./disk-store.ts";
import { createHold } from "./hold.ts";
import { createExportCar } from "./export-car.ts";
import { createImportCar } from "./import-car.ts";
import { createImportLinks } from "./import-links.ts";
import { createImporter } from "./importer.ts";
import { createMembership } from "./membership.ts";
import { createPrepare } from "./prepare.ts";
import { claimInstance } from "./instance.ts";
import { createReader } from "./reader.ts";
import { dropRoot, lockRoot } from "./roots.ts";
import { s3Store } from "./s3-store.ts";
import { sweepBlobs, sweepStaging } from "./sweep.ts";
import { createVerifier } from "./verify.ts";
import { cidText, inlineBytes } from "./cid.ts";
import { codecName, decodeNode, isFileType } from "./nodes.ts";
import { placesOfBlocks, placesOfFiles } from "./places.ts";

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

  const drop: Blocks["dropRoot"] = async (trx, cid) => {
    const dropped = await dropRoot(trx, CID.parse(cid));
    if (!dropped) return undefined;
    const { blobId, removed, parts } = dropped;
    const remove = async (): Promise<void> => {
      if (removed === "many") reader.clear();
      else for (const each of removed) reader.forgetBlock(each);
      if (blobId) await store.remove(blobId);
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
    keepRoot: (trx, cid) => lockRoot(trx, CID.parse(cid), "share"),
    seizeRoot: (trx, cid) => lockRoot(trx, CID.parse(cid), "update"),
    dropRoot: drop,
    async forget(cid) {
      const dropped = await db.transaction().execute(async (trx) => {
        await lockRoot(trx, CID.parse(cid), "update");
        return drop(trx, cid);
      });
      await dropped?.remove();
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
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (!endpoint) return diskStore(config.DATA_DIR);
  if (bucket && accessKey && secretKey) return s3Store({ endpoint, bucket, accessKey, secretKey });
  throw new Error("S3_ENDPOINT requires S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.");
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
