/**
 * Creates the directory of a snapshot. Runs as a job that starts over after a restart; files that change meanwhile are
 * included in their new state.
 */
import { CID } from "multiformats/cid";
import { bucketEvent } from "../../../../resources/storage/buckets.ts";
import { snapshotFilesMax } from "../../../../resources/storage/limits.ts";
import type { LinkedFile } from "../../engines/blocks/blocks.ts";
import type { Engines } from "../../engines/engines.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Buckets } from "../buckets/service.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import type { Pinning } from "../pinning/service.ts";
import type { SnapshotRow } from "./rows.ts";

export interface SnapshotDeps {
  readonly engines: Pick<Engines, "database" | "blocks" | "jobs" | "realtime">;
  readonly buckets: Pick<Buckets, "find" | "list" | "onRemove">;
  readonly contentOwners: Pick<ContentOwners, "add" | "drop">;
  readonly pinning: Pick<Pinning, "preparePinHeld" | "list">;
}

const keysAtOnce = 1000;

/** Generates a snapshot. Throws errors that a retry can fix; others become the snapshot's message. */
export const generate = async (deps: SnapshotDeps, id: string): Promise<void> => {
  const { db } = deps.engines.database;
  const row = await db.selectFrom("snapshot").selectAll().where("id", "=", id).executeTakeFirst();
  if (row?.state !== "generating") return;
  try {
    await build(deps, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await db
      .updateTable("snapshot")
      .set({ state: "failure", message: error.message })
      .where("id", "=", id)
      .where("state", "=", "generating")
      .execute();
  }
  deps.engines.realtime.toTeam(row.team_id, bucketEvent, { bucket: row.bucket_name });
};

const build = async (deps: SnapshotDeps, row: SnapshotRow): Promise<void> => {
  const { blocks, database } = deps.engines;
  const tree = await blocks.importLinks(filesOf(deps, row));
  try {
    await database.db.transaction().execute(async (trx) => {
      await tree.record(trx);
      await deps.contentOwners.add(trx, row.team_id, [{ ...tree, ownBytes: tree.nodeBytes }]);
      const done = await trx
        .updateTable("snapshot")
        .set({
          state: "unpin",
          cid: Buffer.from(CID.parse(tree.cid).bytes),
          size_bytes: BigInt(tree.sizeBytes),
          file_count: BigInt(tree.fileCount),
          message: null,
        })
        .where("id", "=", row.id)
        .where("state", "=", "generating")
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
    });
  } finally {
    await tree.settle();
  }
};

async function* filesOf({ buckets }: SnapshotDeps, row: SnapshotRow): AsyncGenerator<LinkedFile> {
  const bucket = await buckets.find(row.bucket_name);
  if (bucket?.id !== row.bucket_id) throw new AppError("NOT_FOUND");
  // The prefix up to its last slash is the folder; the rest is part of the file names.
  const folder = row.prefix.lastIndexOf("/") + 1;
  let files = 0;
  for (let after: string | undefined = ""; after !== undefined;) {
    const page = await buckets.list(bucket, { prefix: row.prefix, delimiter: "", after, limit: keysAtOnce });
    for (const { key, cid, sizeBytes } of page.entries) {
      if ((files += 1) > snapshotFilesMax) throw new AppError("SNAPSHOT_TOO_LARGE");
      yield { path: key.slice(folder), cid, sizeBytes };
    }
    after = page.next;
  }
  if (files === 0) throw new AppError("SNAPSHOT_EMPTY");
}
