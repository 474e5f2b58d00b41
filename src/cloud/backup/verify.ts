/**
 * Verifies all blobs against their CIDs, and packs against their checksums, and repairs what it can, with the instance
 * running or stopped.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import type { Config } from "../config.ts";
import { BlobMissing, recoverFromTrash, type BlobStore } from "../engines/blocks/store/blob-store.ts";
import { diskStore } from "../engines/blocks/store/disk-store.ts";
import { countBlobs } from "../engines/blocks/store/blob-rows.ts";
import { openStore, stagingFolderOf } from "../engines/blocks/open.ts";
import { createVerifier, type BlockSource } from "../engines/blocks/verify.ts";
import { connectDatabase } from "../engines/database/connect.ts";
import type { Db } from "../engines/database/database.ts";
import { withDatabase } from "./with-database.ts";

const BLOBS_PER_QUERY = 500;
const ROOTS_NAMED_MAX = 10;

export interface VerifySummary {
  readonly blobs: number;
  readonly bytes: number;
  readonly repaired: readonly string[];
  readonly damaged: readonly DamagedBlob[];
}

export interface DamagedBlob {
  readonly blobId: string;
  /** Blocks of a blob, and what contains them: the first roots, or a repository. */
  readonly damage: string;
}

export interface VerifyOptions {
  /** A backup of this instance for repairs. */
  readonly from?: string | undefined;
  /** Called regularly with the progress. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Verifies all blobs of the configured instance. */
export const verifyInstance = (config: Config, options: VerifyOptions = {}): Promise<VerifySummary> =>
  withDatabase(config, async (connection) => {
    const database = connectDatabase(connection, pino({ level: "silent" }));
    try {
      return await verifyBlobs(config, database.db, options);
    } finally {
      await database.close();
    }
  });

const verifyBlobs = async (config: Config, db: Db, { from, onProgress }: VerifyOptions): Promise<VerifySummary> => {
  const staging = stagingFolderOf(config.DATA_DIR);
  await mkdir(staging, { recursive: true });
  const store = recoverFromTrash(await openStore(config));
  const { verifyBlob } = createVerifier({ db, store, stagingPath: (name) => join(staging, name) });
  const source = from === undefined ? undefined : blocksOfBackup(from);
  const total = await countBlobs(db);
  const repaired: string[] = [];
  const damaged: DamagedBlob[] = [];
  let [blobs, bytes] = [0, 0];
  for await (const blobId of blobIds(db)) {
    const report = await verifyBlob(blobId, source);
    blobs += 1;
    bytes += report?.bytes ?? 0;
    if (report?.state === "repaired") repaired.push(blobId);
    if (report?.state === "damaged")
      damaged.push({
        blobId,
        damage: `${blocksOf(report.damaged.length)}; content: ${(await rootsIn(db, blobId)).join(", ")}`,
      });
    onProgress?.(blobs, total);
  }
  const backup = from === undefined ? undefined : await diskStore(from);
  for await (const { blobId, sizeBytes, repository } of packs(db)) {
    blobs += 1;
    bytes += sizeBytes;
    onProgress?.(blobs, total);
    if (await isSoundPack(store, blobId, sizeBytes)) continue;
    if (backup && (await isSoundPack(backup, blobId, sizeBytes))) {
      const copy = join(staging, `repair-${blobId}`);
      await rm(copy, { force: true });
      await copyFile(join(from!, "blobs", blobId), copy);
      await store.replace(copy, blobId);
      await rm(copy);
      repaired.push(blobId);
    } else damaged.push({ blobId, damage: `pack of the repository ${repository}` });
  }
  return { blobs, bytes, repaired, damaged };
};

const blocksOf = (count: number): string => (count === 1 ? "1 block" : `${count} blocks`);

async function* blobIds(db: Db): AsyncGenerator<string> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await db
      .selectFrom("blob")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(BLOBS_PER_QUERY)
      .execute();
    for (const { id } of rows) yield id;
    if (rows.length < BLOBS_PER_QUERY) return;
    after = rows.at(-1)!.id;
  }
}

interface PackRow {
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly repository: string;
}

async function* packs(db: Db): AsyncGenerator<PackRow> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await db
      .selectFrom("git_pack")
      .innerJoin("repository", "repository.id", "git_pack.repository_id")
      .select(["blob_id", "size_bytes", "namespace", "name"])
      .where("blob_id", ">", after)
      .orderBy("blob_id")
      .limit(BLOBS_PER_QUERY)
      .execute();
    for (const { blob_id: blobId, size_bytes, namespace, name } of rows)
      yield { blobId, sizeBytes: Number(size_bytes), repository: `${namespace}/${name}` };
    if (rows.length < BLOBS_PER_QUERY) return;
    after = rows.at(-1)!.blob_id;
  }
}

const CHECKSUM_BYTES = 20;

/** Compares a pack with the SHA-1 at its end (gitformat-pack). */
const isSoundPack = async (store: BlobStore, blobId: string, sizeBytes: number): Promise<boolean> => {
  if ((await store.size(blobId)) !== sizeBytes) return false;
  const hash = createHash("sha1");
  const end = sizeBytes - CHECKSUM_BYTES;
  try {
    await store.pour(blobId, { start: 0, end: end - 1 }, async (bytes) => void hash.update(bytes));
    const stated = await store.bytes(blobId, { start: end, end: sizeBytes - 1 });
    return hash.digest().equals(stated);
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    return false;
  }
};

const rootsIn = async (db: Db, blobId: string): Promise<string[]> => {
  const rows = await db.selectFrom("root").select("cid").where("blob_id", "=", blobId).limit(ROOTS_NAMED_MAX).execute();
  return rows.map(({ cid }) => CID.decode(cid).toString());
};

/** A blob has the same name and layout in a backup. */
const blocksOfBackup =
  (folder: string): BlockSource =>
  async ({ blobId, offset, sizeBytes }) => {
    const handle = await open(join(folder, "blobs", blobId), "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (!handle) return undefined;
    try {
      const bytes = Buffer.alloc(sizeBytes);
      const { bytesRead } = await handle.read(bytes, 0, sizeBytes, offset);
      return bytesRead === sizeBytes ? bytes : undefined;
    } finally {
      await handle.close();
    }
  };
