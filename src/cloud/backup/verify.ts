/** Verifies all blobs against their CIDs and repairs what it can, with the instance running or stopped. */
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import type { Config } from "../config.ts";
import { recoverFromTrash } from "../engines/blocks/blob-store.ts";
import { countBlobs } from "../engines/blocks/blob-rows.ts";
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
  readonly damagedBlocks: number;
  /** The first roots whose content is in the blob. */
  readonly roots: readonly string[];
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
      damaged.push({ blobId, damagedBlocks: report.damaged.length, roots: await rootsIn(db, blobId) });
    onProgress?.(blobs, total);
  }
  return { blobs, bytes, repaired, damaged };
};

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
