/**
 * Prepares single files: durable first, visible only with the transaction of their holder. Small ones become durable
 * with it.
 */
import { randomUUID } from "node:crypto";
import { open, readFile, rm, type FileHandle } from "node:fs/promises";
import { CID } from "multiformats/cid";
import type { Db } from "../../database/database.ts";
import { createIsRecorded } from "../store/blob-rows.ts";
import type { BlobStore } from "../store/blob-store.ts";
import { smallFileBytesMax, wholeFileBytesMax, type Blocks, type PreparedFile } from "../blocks.ts";
import { settleBoth } from "./settle-both.ts";
import { buildHashed, buildSingle, type Tree } from "../dag/build-tree.ts";
import { cidKey, smallLeafCid } from "../dag/cid.ts";
import { copyingSource, partsOf } from "../join-files.ts";
import { prepared } from "./prepared.ts";
import { recordSingle } from "./record.ts";
import { ownStagingPrefixes } from "./sweep.ts";
import { blocksOfTree, type Verifier } from "../verify.ts";

interface PrepareDeps {
  readonly db: Db;
  readonly store: BlobStore;
  readonly repairKnown: Verifier["repairKnown"];
  stagingPath(name: string): string;
}

type Prepare = Pick<Blocks, "prepareFile" | "prepareBytes" | "prepareJoined" | "recordAll">;

export const createPrepare = ({ db, store, repairKnown, stagingPath }: PrepareDeps): Prepare => {
  const isRecorded = createIsRecorded(db);
  /** Blobs that an open transaction records, or one that has just ended. */
  const recorded = new Set<string>();

  const keep = async (stagingFile: string, handle: FileHandle, tree: Tree): Promise<PreparedFile> => {
    await repairKnown({ ...tree, sizeBytes: tree.dataBytes }, blocksOfTree(handle, tree));
    const blobId = randomUUID();
    await store.keep(stagingFile, blobId);
    return single(tree, blobId);
  };

  const single = (tree: Tree, blobId: string): PreparedFile => {
    const sizeBytes = tree.dataBytes;
    return { ...prepared({ isRecorded, store, blobId, tree, files: { count: 1, sizeBytes } }), sizeBytes };
  };

  const keepWhole = async (stagingFile: string, leaves?: readonly CID[]): Promise<PreparedFile> => {
    const handle = await open(stagingFile, "r+");
    try {
      const { size } = await handle.stat();
      if (size <= smallFileBytesMax) return small(await handle.readFile());
      const [tree] = await settleBoth(leaves ? buildHashed(leaves, size) : buildSingle(handle, size), handle.sync());
      return await keep(stagingFile, handle, tree);
    } finally {
      await handle.close();
    }
  };

  return {
    async prepareBytes(bytes) {
      if (bytes.length > wholeFileBytesMax) throw new RangeError(`${bytes.length} bytes are too many for one write`);
      if (bytes.length <= smallFileBytesMax) return small(bytes);
      const tree = buildHashed([smallLeafCid(bytes)], bytes.length);
      const blobId = randomUUID();
      await settleBoth(
        repairKnown({ ...tree, sizeBytes: bytes.length }, async () => bytes),
        store.write(bytes, blobId),
      );
      const file = single(tree, blobId);
      const settle = async (isStored = false): Promise<void> => {
        const isCertain = recorded.delete(blobId) && isStored;
        if (!isCertain) await file.settle();
      };
      return { ...file, blobId, settle };
    },
    async prepareFile(stagingFile, leaves) {
      const file = await keepWhole(stagingFile, leaves);
      await rm(stagingFile, { force: true });
      return file;
    },
    async prepareJoined(stagingFiles) {
      if (stagingFiles.length === 1) return keepWhole(stagingFiles[0]!);
      const parts = await partsOf(stagingFiles);
      const sizeBytes = parts.at(-1)?.end ?? 0;
      if (sizeBytes <= smallFileBytesMax) {
        const contents = await Promise.all(stagingFiles.map((path) => readFile(path)));
        return small(Buffer.concat(contents));
      }
      const joined = stagingPath(`${ownStagingPrefixes.joined}${randomUUID()}`);
      const handle = await open(joined, "wx+");
      try {
        const tree = await buildSingle(copyingSource(parts, handle), sizeBytes);
        await handle.sync();
        return await keep(joined, handle, tree);
      } finally {
        await handle.close();
        await rm(joined, { force: true });
      }
    },
    async recordAll(trx, files) {
      // An earlier attempt may have failed.
      for (const { blobId } of files) if (blobId !== undefined) recorded.delete(blobId);
      const blobIds = await recordSingle(
        trx,
        files.flatMap(({ cid, bytes, blobId, sizeBytes }) => {
          const key = cidKey(CID.parse(cid));
          if (bytes) return { key, bytes };
          return blobId === undefined ? [] : { key, blobId, sizeBytes };
        }),
      );
      for (const blobId of blobIds) recorded.add(blobId);
      // One global order here too, so that transactions never deadlock.
      const others = files.filter((file) => !file.bytes && file.blobId === undefined);
      for (const file of others.toSorted((a, b) => (a.cid < b.cid ? -1 : 1))) await file.record(trx);
    },
  };
};

const small = (bytes: Uint8Array): PreparedFile => {
  const cid = smallLeafCid(bytes);
  return {
    cid: cid.toString(),
    sizeBytes: bytes.length,
    bytes,
    record: async (trx) => void (await recordSingle(trx, [{ key: cidKey(cid), bytes }])),
    settle: async () => undefined,
  };
};
