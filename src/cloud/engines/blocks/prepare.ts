/** Single files: made durable first, known only with the transaction that holds them. */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { CID } from "multiformats/cid";
import type { Db, Trx } from "../database/database.ts";
import type { BlobStore } from "./blob-store.ts";
import { knownBlobs, lockRoot, recordTree } from "./block-index.ts";
import type { Blocks, PreparedFile } from "./blocks.ts";
import { buildSingle, type Tree } from "./build-tree.ts";
import { appendNodes } from "./importer.ts";

export const createPrepare =
  (db: Db, store: BlobStore): Blocks["prepareFile"] =>
  async (stagingFile) => {
    const handle = await open(stagingFile, "r+");
    try {
      const { size } = await handle.stat();
      const tree = await buildSingle(handle, size);
      await appendNodes(handle, tree);
      const blobId = randomUUID();
      await store.keep(stagingFile, blobId);
      await rm(stagingFile, { force: true });
      return prepared({ db, store, blobId, tree, sizeBytes: size });
    } finally {
      await handle.close();
    }
  };

interface Written {
  readonly db: Db;
  readonly store: BlobStore;
  readonly blobId: string;
  readonly tree: Tree;
  readonly sizeBytes: number;
}

const prepared = ({ db, store, blobId, tree, sizeBytes }: Written): PreparedFile => ({
  cid: tree.root.toString(),
  sizeBytes,
  record: (trx) => recordOnce(trx, tree.root, () => recordTree(trx, blobId, tree, { count: 1, sizeBytes })),
  async settle() {
    if ((await knownBlobs(db, [blobId])).size === 0) await store.remove(blobId);
  },
});

/** A twin that is there is kept from being dropped; one that was dropped meanwhile is made anew. */
const recordOnce = async (trx: Trx, root: CID, record: () => Promise<boolean>): Promise<void> => {
  while (!(await lockRoot(trx, root, "share")) && !(await record()));
};
