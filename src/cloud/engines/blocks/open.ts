import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { removeUnlessBackup } from "../database/backup-lock.ts";
import type { Database, Db } from "../database/database.ts";
import { countTotals } from "./blob-rows.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Blocks } from "./blocks.ts";
import { diskStore } from "./disk-store.ts";
import { createHold } from "./hold.ts";
import { createExportCar } from "./export-car.ts";
import { createImportCar } from "./import-car.ts";
import { createImportLinks } from "./import-links.ts";
import { createImporter } from "./importer.ts";
import { createHas, createLinks } from "./links.ts";
import { createPrepare } from "./prepare.ts";
import { createReader } from "./reader.ts";
import { dropRoot, lockRoot } from "./roots.ts";
import { s3Store } from "./s3-store.ts";
import { sweepBlobs, sweepStaging } from "./sweep.ts";

/** With a database of its own this process is the only one; otherwise what is younger may be another's work. */
const SHARED_SWEEP_AGE_MS = 3_600_000;

/** Opens the block engine in DATA_DIR, or over S3 when configured, and clears away what a crash left. */
export const openBlocks = async (config: Config, database: Database, log: Logger): Promise<Blocks> => {
  const stagingFolder = join(config.DATA_DIR, "staging");
  await mkdir(stagingFolder, { recursive: true });
  const { db } = database;
  const store = sparingForBackup(db, await openStore(config));
  const stagingPath = (name: string): string => join(stagingFolder, name);
  const importer = createImporter({ db, store, log, stagingPath });
  const reader = createReader(db, store);
  const { resolve, read, pour, list, block } = reader;

  const before = new Date(Date.now() - (database.embedded ? 0 : SHARED_SWEEP_AGE_MS));
  await sweepBlobs(db, store, before, log);
  await sweepStaging(stagingFolder, before);

  const drop: Blocks["dropRoot"] = async (trx, cid) => {
    const dropped = await dropRoot(trx, CID.parse(cid));
    if (!dropped) return undefined;
    const { blobId, gone, parts } = dropped;
    const remove = async (): Promise<void> => {
      if (gone === "many") reader.clear();
      else for (const each of gone) reader.forgetBlock(each);
      if (blobId) await store.remove(blobId);
    };
    return { parts, remove };
  };

  return {
    ...importer,
    resolve,
    read,
    pour,
    list,
    block,
    remember: reader.remember,
    ...createPrepare({ db, store, stagingPath }),
    importLinks: createImportLinks({ db, store, stagingPath, manyBlocks: reader.manyBlocks }),
    links: createLinks(db, block),
    has: createHas(db),
    exportCar: createExportCar(reader),
    importCar: createImportCar({ db, store, fetchBlocks: reader.manyBlocks }),
    ...createHold(db, reader.manyBlocks),
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
    totals: () => countTotals(db),
    ping: () => store.ping(),
    async close() {
      reader.clear();
    },
  };
};

/** While a back-up copies the blobs, none of them is deleted: the next start sweeps what is then unknown. */
const sparingForBackup = (db: Db, store: BlobStore): BlobStore => ({
  ...store,
  remove: async (id) => void (await removeUnlessBackup(db, () => store.remove(id))),
});

const openStore = async (config: Config): Promise<BlobStore> => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (!endpoint) return diskStore(join(config.DATA_DIR, "blobs"));
  if (bucket && accessKey && secretKey) return s3Store({ endpoint, bucket, accessKey, secretKey });
  throw new Error("With S3_ENDPOINT, the settings S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY are needed too.");
};
