/**
 * Snapshots of buckets: directories of the current objects, created without copying content, that keep them when they
 * change.
 */
import { randomUUID } from "node:crypto";
import { CID } from "multiformats/cid";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Bucket } from "../buckets/service.ts";
import { diffOf, type TreeDiff } from "../diff-trees.ts";
import { generate, type SnapshotDeps } from "./generate.ts";
import { cidOf, findSnapshot, listSnapshots, type SnapshotQuery, type SnapshotRow } from "./rows.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { isFull } from "../../../../resources/declare/define.ts";
import { snapshots, type objectVersions } from "../../../../resources/storage/snapshots.ts";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { besideFolder, pathOfKey } from "../../engines/blocks/dag/key-path.ts";

const queue = "snapshots-generate";
/** Concurrent jobs per process; each keeps the list of its files in memory. */
const generatedAtOnce = 1;

export type Snapshots = ReturnType<typeof createSnapshots>;

export const createSnapshots = (deps: SnapshotDeps) => {
  const { blocks, jobs } = deps.engines;
  deps.buckets.onRemove(async (trx, { id }) => {
    if ((await countOfBucket(trx, id)) > 0) throw new AppError("BUCKET_HAS_SNAPSHOTS");
  });
  return {
    /** Creates the job queue. Call it once per process before queueing. */
    define: (): Promise<void> => jobs.define(queue, { concurrency: generatedAtOnce, retries: 5, expireSeconds: 3600 }),
    work: (): Promise<void> => jobs.work<{ id: string }>(queue, ({ id }) => generate(deps, id)),
    /** Queues a snapshot; returns its ID. Throws SNAPSHOTS_LIMIT. */
    async create(trx: Trx, bucket: Bucket, prefix: string): Promise<string> {
      if (isFull(snapshots, await countOfBucket(trx, bucket.id))) throw new AppError("SNAPSHOTS_LIMIT");
      const id = randomUUID();
      await trx
        .insertInto("snapshot")
        .values({
          id,
          team_id: bucket.teamId,
          bucket_id: bucket.id,
          bucket_name: bucket.name,
          prefix,
          state: "generating",
          cid: null,
          message: null,
        })
        .execute();
      await jobs.send(trx, queue, { id });
      return id;
    },
    /**
     * Returns a function that pins a snapshot under the name of its bucket and folder. Throws SNAPSHOT_NOT_READY,
     * NOT_ACTIVATED.
     */
    async preparePublish(row: SnapshotRow): Promise<(trx: Trx) => Promise<void>> {
      const name = [row.bucket_name, row.prefix].filter(Boolean).join("/");
      const pin = await deps.pinning.preparePinHeld(row.team_id, { cid: cidOf(row), name });
      return async (trx) => void (await pin(trx));
    },
    async remove(trx: Trx, row: SnapshotRow): Promise<void> {
      await trx.deleteFrom("snapshot").where("id", "=", row.id).execute();
      if (row.cid) await deps.contentOwners.drop(trx, row.team_id, [cidOf(row)]);
    },
    diff: async (before: SnapshotRow, after: SnapshotRow): Promise<TreeDiff> =>
      diffOf(blocks, cidOf(before), cidOf(after)),
    versions: (db: Db, bucket: Bucket, key: string): ReturnType<typeof versionsOf> =>
      versionsOf(deps, db, bucket.id, key),
    find: findSnapshot,
    list: (db: Db, bucket: Bucket, query: SnapshotQuery): ReturnType<typeof listSnapshots> =>
      listSnapshots(deps.pinning, db, bucket, query),
  };
};

const countOfBucket = async (trx: Trx, bucketId: string): Promise<number> => {
  const query = trx.selectFrom("snapshot").select((eb) => eb.fn.countAll<bigint>().as("count"));
  return Number((await query.where("bucket_id", "=", bucketId).executeTakeFirstOrThrow()).count);
};

/** Returns the requested CID, or the snapshot's by default. Throws INVALID_INPUT. */
export const requestedCid = (row: SnapshotRow, cid: string | undefined): CID => {
  try {
    return CID.parse(cid ?? cidOf(row)).toV1();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("INVALID_INPUT", { message: "This CID is invalid." });
  }
};

/** Maximum number of snapshots searched. */
const snapshotsMax = 100;

/** Lists a key's distinct contents in its bucket's latest snapshots, newest first. */
const versionsOf = async (
  { engines: { blocks } }: Pick<SnapshotDeps, "engines">,
  db: Db,
  bucketId: string,
  key: string,
): Promise<Reply<typeof objectVersions>> => {
  const rows = await db
    .selectFrom("snapshot")
    .selectAll()
    .where("bucket_id", "=", bucketId)
    .where("cid", "is not", null)
    .orderBy("number", "desc")
    .limit(snapshotsMax)
    .execute();
  const items: Reply<typeof objectVersions>["items"] = [];
  for (const row of rows.filter(({ prefix }) => key.startsWith(prefix))) {
    const entry = await fileOf(blocks, CID.parse(cidOf(row)), key.slice(row.prefix.lastIndexOf("/") + 1));
    if (!entry) continue;
    const version = { snapshotId: row.id, createdAt: Math.floor(row.created_at.getTime() / 1000) };
    const cid = entry.cid.toString();
    // Of consecutive snapshots with the same content, the oldest is listed.
    if (items.at(-1)?.cid === cid) items.pop();
    items.push({ ...version, cid, size: entry.sizeBytes });
  }
  return { items };
};

const fileOf = async (blocks: Blocks, root: CID, key: string): Promise<EntryStat | undefined> => {
  const path = pathOfKey(key);
  const entry = await blocks.resolve(root, path);
  if (entry?.type !== "directory") return entry;
  const beside = await blocks.resolve(root, [...path.slice(0, -1), besideFolder(path.at(-1)!)]);
  return beside?.type === "directory" ? undefined : beside;
};
