import type * as z from "zod/mini";
import { CID } from "multiformats/cid";
import type { Snapshot, SnapshotState, snapshots } from "../../../../resources/storage/snapshots.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { AppError } from "../../kernel/app-error.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { Bucket } from "../buckets/service.ts";
import type { Pinning } from "../pinning/service.ts";

export type SnapshotRow = RowOf<"snapshot">;

/** Finds a snapshot. Throws NOT_FOUND, also for other teams' snapshots. */
export const findSnapshot = async (db: Db, teamId: string, id: string): Promise<SnapshotRow> => {
  const query = db.selectFrom("snapshot").selectAll().where("team_id", "=", teamId);
  const row = isUuid(id) ? await query.where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

export interface SnapshotQuery {
  readonly prefix: string;
  readonly cursor?: string | undefined;
  readonly size: number;
}

/** Lists snapshots, newest first. The cursor is the number of the last one. */
export const listSnapshots = async (
  pinning: Pick<Pinning, "list">,
  db: Db,
  bucket: Bucket,
  { prefix, cursor, size }: SnapshotQuery,
): Promise<z.output<typeof snapshots.replies.list>> => {
  const all = db
    .selectFrom("snapshot")
    .where("bucket_id", "=", bucket.id)
    .$if(prefix !== "", (query) => query.where("prefix", "=", prefix));
  const rows = await all
    .selectAll()
    .$if(isNumber(cursor), (query) => query.where("number", "<", BigInt(cursor!)))
    .orderBy("number", "desc")
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  const made = shown.filter(({ cid }) => cid !== null).map(cidOf);
  const states = made.length === 0 ? new Map<string, never>() : await pinStates(pinning, db, bucket.teamId, made);
  const hasNext = rows.length > size;
  return {
    list: shown.map((row) => presentSnapshot(row, states)),
    page: { ...(hasNext && { next: shown.at(-1)!.number.toString() }), hasNext, total: await countOf(all as never) },
  };
};

/** Maximum number of pins for a page. A snapshot can have several. */
const pinsMax = 1000;

const pinStates = async (
  pinning: Pick<Pinning, "list">,
  db: Db,
  teamId: string,
  roots: readonly string[],
): Promise<PinStates> => {
  const { rows } = await pinning.list(db, teamId, { roots, limit: pinsMax });
  return new Map(rows.map(({ root, status }) => [root, status]));
};

const isNumber = (cursor: string | undefined): boolean => cursor !== undefined && /^\d{1,18}$/.test(cursor);

const presentSnapshot = (row: SnapshotRow, states: PinStates): Snapshot => ({
  id: row.id,
  bucket: row.bucket_name,
  prefix: row.prefix,
  ...(row.cid && { cid: cidOf(row) }),
  size: Number(row.size_bytes),
  files: Number(row.file_count),
  status: statusOf(row, states),
  ...(row.message !== null && { message: row.message }),
  createdAt: Math.floor(row.created_at.getTime() / 1000),
});

type PinStates = ReadonlyMap<string, "queued" | "pinning" | "pinned" | "failed">;

/** Returns the status. Pins determine whether it is pinned, because they can be removed separately. */
const statusOf = (row: SnapshotRow, states: PinStates): SnapshotState => {
  const state = row.cid ? states.get(cidOf(row)) : undefined;
  if (state === "pinned") return "pin";
  return state === "queued" || state === "pinning" ? "pinning" : row.state;
};

/** Returns the CID. Throws SNAPSHOT_NOT_READY until it is generated. */
export const cidOf = ({ cid }: Pick<SnapshotRow, "cid">): string => {
  if (!cid) throw new AppError("SNAPSHOT_NOT_READY");
  return CID.decode(cid).toString();
};
