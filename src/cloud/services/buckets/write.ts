/**
 * Applies object changes within one transaction. Locks are always acquired in the same order, which prevents deadlocks:
 * buckets, uploads, roots, storage levels, holdings.
 */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { AppError } from "../../app-error.ts";
import type { Blocks, PreparedFile } from "../../engines/blocks/blocks.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { prepared } from "../../engines/database/prepared.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { countChanges } from "./count.ts";
import { objectsAt } from "./objects-at.ts";
import { bucketIdOf, keyOf, placeOf } from "./place.ts";
import { objectOf, type ObjectRow } from "./rows.ts";
import type { Attributes, OnWritten, StoredObject, WriteCondition } from "./service.ts";

export interface NewObject {
  /** `record` stores them, or verifies that they are stored, within the transaction. */
  readonly bytes: PreparedFile;
  readonly etag: string;
  readonly attributes: Attributes;
  readonly checks: RowOf<"bucket_object">["checks"];
  /** Allowance used by the upload's parts so far. */
  readonly releasedBytes?: number;
}

export interface Change {
  readonly bucketId: string;
  readonly key: string;
  /** undefined removes the object. */
  readonly object: NewObject | undefined;
  readonly condition?: WriteCondition | undefined;
}

/** Result of a change: the written object, the removed object, or the reason for rejecting it. */
export type Outcome = StoredObject | undefined | AppError;

export interface WriteDeps {
  readonly blocks: Pick<Blocks, "recordAll">;
  readonly contentOwners: Pick<ContentOwners, "add" | "drop">;
  readonly allowance: Pick<Allowance, "store">;
  /** Called with new and replaced objects. */
  readonly written: OnWritten;
}

/** Applies changes to one team's buckets, in order. Throws ALLOWANCE_USED_UP if they exceed the allowance together. */
export const applyChanges = async (
  trx: Trx,
  teamId: string,
  changes: readonly Change[],
  { blocks, contentOwners, allowance, written: notifyWritten }: WriteDeps,
): Promise<Outcome[]> => {
  const existing = await lockBuckets(trx, changes);
  const before = await objectsAt(trx, changes);
  const after = new Map(before);
  const fresh = new Map<string, NewObject>();
  const now = new Date();
  const outcomes = changes.map((change): Outcome => {
    const place = placeOf(change);
    const refusal = existing.has(change.bucketId) ? refusalOf(change, after.get(place)) : new AppError("NOT_FOUND");
    if (refusal) return refusal;
    if (!change.object) {
      const removed = after.get(place);
      after.delete(place);
      return removed && objectOf(removed);
    }
    const row = rowOf(change.key, change.object, now);
    after.set(place, row);
    fresh.set(place, change.object);
    return objectOf(row);
  });

  const places = [...new Set(changes.map(placeOf))];
  const written = places.filter((place) => after.has(place) && after.get(place) !== before.get(place));
  const replaced = places.filter((place) => before.has(place) && after.get(place) !== before.get(place));
  const added = written.filter((place) => cidAt(after, place) !== cidAt(before, place));
  const dropped = replaced.filter((place) => cidAt(after, place) !== cidAt(before, place));
  const files = written.map((place) => fresh.get(place)!.bytes);
  // The same lock order everywhere prevents deadlocks.
  await blocks.recordAll(
    trx,
    files.toSorted((a, b) => (a.cid < b.cid ? -1 : 1)),
  );
  const released = written.reduce((sum, place) => sum + (fresh.get(place)!.releasedBytes ?? 0), 0);
  if (released > 0) await allowance.store(trx, teamId, -released);
  await contentOwners.drop(
    trx,
    teamId,
    dropped.map((place) => cidAt(before, place)!),
  );
  await contentOwners.add(
    trx,
    teamId,
    added.map((place) => fresh.get(place)!.bytes),
  );
  await writeRows(trx, written, after);
  await removeRows(
    trx,
    places.filter((place) => before.has(place) && !after.has(place)),
  );
  await countChanges(trx, places, before, after);
  const objects = written.map((place) => ({ bucketId: bucketIdOf(place), object: objectOf(after.get(place)!) }));
  if (objects.length > 0) await notifyWritten(trx, teamId, objects);
  return outcomes;
};

type Objects = ReadonlyMap<string, ObjectRow>;

const cidAt = (objects: Objects, place: string): string | undefined => {
  const row = objects.get(place);
  return row && CID.decode(row.cid).toString();
};

/** Locks the rows of buckets whose objects change until the transaction ends; returns the IDs of existing buckets. */
const lockBuckets = async (trx: Trx, changes: readonly Change[]): Promise<Set<string>> => {
  const ids = [...new Set(changes.map(({ bucketId }) => bucketId))];
  const { rows } = await sql<{ id: string }>`${prepared}
    select id from bucket where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(trx);
  return new Set(rows.map(({ id }) => id));
};

const refusalOf = ({ condition }: Change, current: ObjectRow | undefined): AppError | undefined => {
  const { ifMatch, ifNoneMatch } = condition ?? {};
  if (ifMatch !== undefined && !current) return new AppError("OBJECT_MISSING");
  const fails =
    (ifMatch !== undefined && !fits(ifMatch, current)) || (ifNoneMatch !== undefined && fits(ifNoneMatch, current));
  return fails ? new AppError("PRECONDITION_FAILED") : undefined;
};

const fits = (etag: string, current: ObjectRow | undefined): boolean =>
  current !== undefined && (etag === "*" || etag === current.etag);

const rowOf = (key: string, { bytes, etag, attributes, checks }: NewObject, now: Date): ObjectRow => ({
  key,
  cid: Buffer.from(CID.parse(bytes.cid).bytes),
  size_bytes: BigInt(bytes.sizeBytes),
  etag,
  attributes,
  checks,
  modified_at: now,
});

const writeRows = async (trx: Trx, places: readonly string[], after: Objects): Promise<void> => {
  if (places.length === 0) return;
  const rows = places.map((place) => after.get(place)!);
  await sql`${prepared}
    insert into bucket_object (bucket_id, key, cid, size_bytes, etag, attributes, checks, modified_at)
    select * from unnest(
      ${places.map(bucketIdOf)}::uuid[], ${places.map(keyOf)}::text[], ${rows.map((row) => row.cid)}::bytea[],
      ${rows.map((row) => row.size_bytes)}::int8[], ${rows.map((row) => row.etag)}::text[],
      ${rows.map((row) => JSON.stringify(row.attributes))}::jsonb[], ${rows.map((row) => JSON.stringify(row.checks))}::jsonb[],
      ${rows.map((row) => row.modified_at.toISOString())}::timestamptz[]
    )
    on conflict (bucket_id, key) do update set
      cid = excluded.cid, size_bytes = excluded.size_bytes, etag = excluded.etag, attributes = excluded.attributes,
      checks = excluded.checks, modified_at = excluded.modified_at
  `.execute(trx);
};

const removeRows = async (trx: Trx, places: readonly string[]): Promise<void> => {
  if (places.length === 0) return;
  await sql`${prepared}
    delete from bucket_object using unnest(${places.map(bucketIdOf)}::uuid[], ${places.map(keyOf)}::text[]) as gone (bucket_id, key)
    where bucket_object.bucket_id = gone.bucket_id and bucket_object.key = gone.key collate "C"
  `.execute(trx);
};
