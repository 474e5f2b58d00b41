/**
 * Applies object changes within one transaction. Locks are always acquired in the same order, which prevents deadlocks:
 * buckets, uploads, roots, storage levels, holdings.
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { Allowance } from "../../../billing/ledger/allowance.ts";
import type { Blocks, PreparedFile } from "../../../engines/blocks/blocks.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { prepared } from "../../../engines/database/prepared.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { ContentOwners } from "../../content-owners/service.ts";
import { bucketIdOf, keyOf, objectsAt, placeOf } from "../read/look-up.ts";
import { lockOf } from "../lock.ts";
import type { Attributes, Bucket, ObjectLock, OnWritten, StoredObject, WriteCondition } from "../model.ts";
import { nullVersion, objectOf, type ObjectRow, type VersionRow } from "../rows.ts";

interface NewObject {
  /** `record` stores them, or verifies that they are stored, within the transaction. */
  readonly bytes: PreparedFile;
  readonly etag: string;
  readonly attributes: Attributes;
  readonly checks: RowOf<"bucket_object">["checks"];
  /** Allowance used by the upload's parts so far. */
  readonly releasedBytes?: number;
  /** Without it, the bucket's default retention applies. */
  readonly lock?: ObjectLock | undefined;
}

export interface Change {
  readonly bucketId: string;
  readonly key: string;
  /** undefined removes the object. */
  readonly object: NewObject | undefined;
  readonly condition?: WriteCondition | undefined;
  /** Rejects the change with PRECONDITION_FAILED if the object was written at another time. */
  readonly ifWrittenAt?: Date;
}

export interface Removed {
  /** The removed version, or the one that a delete marker hides. */
  readonly object: StoredObject | undefined;
  /** ID of the delete marker in a versioned bucket. */
  readonly markerId: string | undefined;
}

/** Result of a change: the written object, the removal, or the reason for rejecting it. */
export type Outcome = StoredObject | Removed | AppError;

export interface WriteDeps {
  readonly blocks: Pick<Blocks, "recordAll">;
  readonly contentOwners: Pick<ContentOwners, "add" | "drop">;
  readonly allowance: Pick<Allowance, "store">;
  /** Called with new and replaced objects of buckets that are synced to Arweave. */
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
  const fresh = new Map<ObjectRow, NewObject>();
  const history = createHistory(existing, await nullVersionsAt(trx, changes, existing));
  const now = new Date();
  const outcomes = changes.map((change): Outcome => {
    const place = placeOf(change);
    const bucket = existing.get(change.bucketId);
    const current = after.get(place);
    const refusal = bucket ? refusalOf(change, current) : new AppError("NOT_FOUND");
    if (refusal) return refusal;
    history.replace(place, current);
    if (!change.object) {
      after.delete(place);
      const markerId = history.mark(change, now);
      return { object: current && objectOf(current), markerId };
    }
    const { lock = lockOf(bucket!.objectLock, now) } = change.object;
    const row = { ...rowOf(change.key, change.object, now), version_id: history.newId(change), lock: lock ?? null };
    after.set(place, row);
    fresh.set(row, change.object);
    return objectOf(row);
  });

  const places = [...new Set(changes.map(placeOf))];
  const written = places.filter((place) => after.has(place) && after.get(place) !== before.get(place));
  const replaced = places.filter((place) => before.has(place) && after.get(place) !== before.get(place));
  const isKept = (place: string): boolean => history.keeps(before.get(place)!);
  const hasOtherContent = (place: string): boolean =>
    cidAt(after, place) !== cidAt(before, place) || (before.has(place) && isKept(place));
  const added = written.filter(hasOtherContent);
  const dropped = replaced.filter((place) => hasOtherContent(place) && !isKept(place));
  const kept = history.archived().flatMap((row) => fresh.get(row) ?? []);
  const objects = [...written.map((place) => fresh.get(after.get(place)!)!), ...kept];
  await blocks.recordAll(
    trx,
    objects.map(({ bytes }) => bytes),
  );
  const released = objects.reduce((sum, { releasedBytes = 0 }) => sum + releasedBytes, 0);
  if (released > 0) await allowance.store(trx, teamId, -released);
  await contentOwners.drop(trx, teamId, [
    ...dropped.map((place) => cidAt(before, place)!),
    ...history.dropped().flatMap(({ cid }) => (cid ? CID.decode(cid).toString() : [])),
  ]);
  await contentOwners.add(trx, teamId, [
    ...added.map((place) => fresh.get(after.get(place)!)!.bytes),
    ...kept.map(({ bytes }) => bytes),
  ]);
  await history.save(trx);
  await removeRows(
    trx,
    places.filter((place) => before.has(place) && !after.has(place)),
  );
  await writeRows(trx, written, after, countsOf(places, before, after, history.counts()));
  const synced = syncedAt(written, existing, after);
  if (synced.length > 0) await notifyWritten(trx, teamId, synced);
  return outcomes;
};

type LockedBucket = Pick<Bucket, "versioning" | "objectLock" | "arweaveSync">;

/** Returns the written objects of buckets that are synced to Arweave. */
const syncedAt = (places: readonly string[], buckets: ReadonlyMap<string, LockedBucket>, objects: Objects) =>
  places
    .filter((place) => buckets.get(bucketIdOf(place))!.arweaveSync)
    .map((place) => ({ bucketId: bucketIdOf(place), object: objectOf(objects.get(place)!) }));

/** A version that is not the current object, with its bucket. */
type HistoryRow = VersionRow & { readonly bucket_id: string };

/** Versions that changes add to and remove from the history of their buckets. Unversioned buckets have none. */
const createHistory = (buckets: ReadonlyMap<string, LockedBucket>, nulls: Map<string, HistoryRow>) => {
  const added: HistoryRow[] = [];
  const removed: HistoryRow[] = [];
  const kept = new Set<ObjectRow>();
  const isEnabled = (bucketId: string): boolean => buckets.get(bucketId)!.versioning === "Enabled";

  return {
    /** Keeps the current version, or removes all versions with the ID `null` if versioning is suspended. */
    replace(place: string, current: ObjectRow | undefined): void {
      const bucketId = bucketIdOf(place);
      if (!buckets.get(bucketId)!.versioning) return;
      if (!isEnabled(bucketId)) {
        const old = nulls.get(place);
        if (old) removed.push(old);
        nulls.delete(place);
        const markerAt = added.findIndex((row) => row.version_id === nullVersion && placeOfRow(row) === place);
        if (markerAt >= 0) added.splice(markerAt, 1);
      }
      if (!current || (!isEnabled(bucketId) && current.version_id === null)) return;
      kept.add(current);
      added.push({ ...current, bucket_id: bucketId, version_id: current.version_id ?? nullVersion });
    },
    /** Adds a delete marker; returns its ID, or undefined in an unversioned bucket. */
    mark({ bucketId, key }: Pick<Change, "bucketId" | "key">, now: Date): string | undefined {
      if (!buckets.get(bucketId)!.versioning) return undefined;
      const versionId = isEnabled(bucketId) ? newVersionId() : nullVersion;
      added.push({ ...marker, bucket_id: bucketId, key, version_id: versionId, modified_at: now });
      return versionId;
    },
    newId: ({ bucketId }: Pick<Change, "bucketId">): string | null => (isEnabled(bucketId) ? newVersionId() : null),
    keeps: (row: ObjectRow): boolean => kept.has(row),
    archived: (): ObjectRow[] => [...kept],
    dropped: (): readonly HistoryRow[] => removed,
    counts: (): readonly VersionCount[] => [
      ...added.map((row) => ({ bucketId: row.bucket_id, versions: 1, bytes: row.size_bytes })),
      ...removed.map((row) => ({ bucketId: row.bucket_id, versions: -1, bytes: -row.size_bytes })),
    ],
    async save(trx: Trx): Promise<void> {
      await removeVersionRows(trx, removed);
      await addVersionRows(trx, added);
    },
  };
};

interface VersionCount {
  readonly bucketId: string;
  readonly versions: number;
  readonly bytes: bigint;
}

const marker = {
  cid: null,
  size_bytes: 0n,
  etag: "",
  attributes: { metadata: {}, tags: {} },
  checks: { checksums: {} },
  lock: null,
} as const;

const placeOfRow = ({ bucket_id: bucketId, key }: HistoryRow): string => placeOf({ bucketId, key });

/** 128 random bits, in hex so that no ID looks like a command line's option. */
const newVersionId = (): string => randomBytes(16).toString("hex");

export const isVersionId = (text: string): boolean => text === nullVersion || /^[\da-f]{32}$/.test(text);

/** Finds the earlier versions `null` of keys, which a write to a bucket with suspended versioning replaces. */
const nullVersionsAt = async (
  trx: Trx,
  changes: readonly Change[],
  buckets: ReadonlyMap<string, LockedBucket>,
): Promise<Map<string, HistoryRow>> => {
  const concerned = changes.filter(({ bucketId }) => buckets.get(bucketId)?.versioning === "Suspended");
  if (concerned.length === 0) return new Map();
  const { rows } = await sql<HistoryRow>`
    select bucket_id, key, version_id, cid, size_bytes, etag, attributes, checks, lock, modified_at from bucket_version
    where version_id = ${nullVersion} and (bucket_id, key) in (
      select * from unnest(${concerned.map(({ bucketId }) => bucketId)}::uuid[], ${concerned.map(({ key }) => key)}::text[])
    )
  `.execute(trx);
  return new Map(rows.map((row) => [placeOfRow(row), row]));
};

const addVersionRows = async (trx: Trx, rows: readonly HistoryRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`${prepared}
    insert into bucket_version (bucket_id, key, version_id, cid, size_bytes, etag, attributes, checks, modified_at, lock)
    select bucket_id, key, version_id, cid, size_bytes, etag, attributes, checks, modified_at, lock from unnest(
      ${rows.map((row) => row.bucket_id)}::uuid[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map((row) => row.version_id)}::text[], ${rows.map(({ cid }) => cid)}::bytea[],
      ${rows.map((row) => row.size_bytes)}::int8[], ${rows.map(({ etag }) => etag)}::text[],
      ${rows.map((row) => JSON.stringify(row.attributes))}::jsonb[], ${rows.map((row) => JSON.stringify(row.checks))}::jsonb[],
      ${rows.map((row) => row.modified_at.toISOString())}::timestamptz[], ${rows.map(lockText)}::jsonb[]
    ) with ordinality as added
      (bucket_id, key, version_id, cid, size_bytes, etag, attributes, checks, modified_at, lock, place)
    order by place
  `.execute(trx);
};

const removeVersionRows = async (trx: Trx, rows: readonly HistoryRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    delete from bucket_version using unnest(
      ${rows.map((row) => row.bucket_id)}::uuid[], ${rows.map(({ key }) => key)}::text[], ${rows.map((row) => row.version_id)}::text[]
    ) as gone (bucket_id, key, version_id)
    where bucket_version.bucket_id = gone.bucket_id and bucket_version.key = gone.key collate "C"
      and bucket_version.version_id = gone.version_id
  `.execute(trx);
};

const lockText = ({ lock }: Pick<ObjectRow, "lock">): string | null => (lock ? JSON.stringify(lock) : null);

type Objects = ReadonlyMap<string, ObjectRow>;

const cidAt = (objects: Objects, place: string): string | undefined => {
  const row = objects.get(place);
  return row && CID.decode(row.cid).toString();
};

/** Locks the rows of buckets whose objects change until the transaction ends; returns the existing buckets by ID. */
const lockBuckets = async (
  trx: Trx,
  changes: readonly Pick<Change, "bucketId">[],
): Promise<Map<string, LockedBucket>> => {
  const ids = [...new Set(changes.map(({ bucketId }) => bucketId))];
  const { rows } = await sql<Pick<RowOf<"bucket">, "id" | "versioning" | "object_lock" | "arweave_sync">>`${prepared}
    select id, versioning, object_lock, arweave_sync from bucket where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(trx);
  return new Map(
    rows.map(({ id, versioning, object_lock: objectLock, arweave_sync: arweaveSync }) => [
      id,
      { versioning: versioning ?? undefined, objectLock: objectLock ?? undefined, arweaveSync },
    ]),
  );
};

const refusalOf = ({ condition, ifWrittenAt }: Change, current: ObjectRow | undefined): AppError | undefined => {
  if (ifWrittenAt && ifWrittenAt.getTime() !== current?.modified_at.getTime())
    return new AppError("PRECONDITION_FAILED");
  const { ifMatch, ifNoneMatch } = condition ?? {};
  if (ifMatch !== undefined && !current) return new AppError("OBJECT_MISSING");
  const fails =
    (ifMatch !== undefined && !fits(ifMatch, current)) || (ifNoneMatch !== undefined && fits(ifNoneMatch, current));
  return fails ? new AppError("PRECONDITION_FAILED") : undefined;
};

const fits = (etag: string, current: ObjectRow | undefined): boolean =>
  current !== undefined && (etag === "*" || etag === current.etag);

const rowOf = (
  key: string,
  { bytes, etag, attributes, checks }: NewObject,
  now: Date,
): Omit<ObjectRow, "version_id" | "lock"> => ({
  key,
  cid: Buffer.from(CID.parse(bytes.cid).bytes),
  size_bytes: BigInt(bytes.sizeBytes),
  etag,
  attributes,
  checks,
  modified_at: now,
});

/** Stores objects, adds changes to the counters of their buckets, and stores the hour's latest values. */
const writeRows = async (
  trx: Trx,
  places: readonly string[],
  after: Objects,
  counts: ReadonlyMap<string, Counts>,
): Promise<void> => {
  if (places.length === 0 && counts.size === 0) return;
  const rows = places.map((place) => after.get(place)!);
  const changes = [...counts.values()];
  await sql`${prepared}
    with written as (
      insert into bucket_object (bucket_id, key, cid, size_bytes, etag, attributes, checks, modified_at, version_id, lock)
      select * from unnest(
        ${places.map(bucketIdOf)}::uuid[], ${places.map(keyOf)}::text[], ${rows.map((row) => row.cid)}::bytea[],
        ${rows.map((row) => row.size_bytes)}::int8[], ${rows.map((row) => row.etag)}::text[],
        ${rows.map((row) => JSON.stringify(row.attributes))}::jsonb[], ${rows.map((row) => JSON.stringify(row.checks))}::jsonb[],
        ${rows.map((row) => row.modified_at.toISOString())}::timestamptz[], ${rows.map((row) => row.version_id)}::text[],
        ${rows.map(lockText)}::jsonb[]
      )
      on conflict (bucket_id, key) do update set
        cid = excluded.cid, size_bytes = excluded.size_bytes, etag = excluded.etag, attributes = excluded.attributes,
        checks = excluded.checks, modified_at = excluded.modified_at, version_id = excluded.version_id, lock = excluded.lock
    ), counted as (
      update bucket set object_count = object_count + change.objects, version_count = version_count + change.versions,
        size_bytes = bucket.size_bytes + change.bytes
      from unnest(
        ${[...counts.keys()]}::uuid[], ${changes.map(({ objects }) => objects)}::int8[],
        ${changes.map(({ versions }) => versions)}::int8[], ${changes.map(({ bytes }) => bytes)}::int8[]
      ) as change (bucket_id, objects, versions, bytes)
      where bucket.id = change.bucket_id
      returning bucket.id, bucket.object_count, bucket.size_bytes
    )
    insert into bucket_hour (bucket_id, hour, object_count, size_bytes)
    select id, date_trunc('hour', clock_timestamp(), 'UTC'), object_count, size_bytes from counted order by id
    on conflict (bucket_id, hour) do update set object_count = excluded.object_count, size_bytes = excluded.size_bytes
  `.execute(trx);
};

const removeRows = async (trx: Trx, places: readonly string[]): Promise<void> => {
  if (places.length === 0) return;
  await sql`${prepared}
    delete from bucket_object using unnest(${places.map(bucketIdOf)}::uuid[], ${places.map(keyOf)}::text[]) as gone (bucket_id, key)
    where bucket_object.bucket_id = gone.bucket_id and bucket_object.key = gone.key collate "C"
  `.execute(trx);
};

interface Counts {
  objects: number;
  versions: number;
  bytes: bigint;
}

/** Returns by how much the counters of buckets change from `before` to `after`, and by the history. */
const countsOf = (
  places: readonly string[],
  before: Objects,
  after: Objects,
  history: readonly VersionCount[],
): Map<string, Counts> => {
  const changes = new Map<string, Counts>();
  const count = (bucketId: string, objects: number, versions: number, bytes: bigint): void => {
    const change = changes.get(bucketId) ?? { objects: 0, versions: 0, bytes: 0n };
    change.objects += objects;
    change.versions += versions;
    change.bytes += bytes;
    changes.set(bucketId, change);
  };
  for (const place of places) {
    const [was, is] = [before.get(place), after.get(place)];
    if (was === is) continue;
    count(bucketIdOf(place), (is ? 1 : 0) - (was ? 1 : 0), 0, (is?.size_bytes ?? 0n) - (was?.size_bytes ?? 0n));
  }
  for (const { bucketId, versions, bytes } of history) count(bucketId, versions, versions, bytes);
  return changes;
};

/** A version to delete permanently. */
export interface VersionDeletion {
  readonly bucketId: string;
  readonly key: string;
  readonly versionId: string;
}

/** Decides whether a version may be deleted; returns the reason if not. */
export type MayDelete = (version: VersionRow & { readonly isCurrent: boolean }) => AppError | undefined;

/**
 * Permanently deletes versions of one team's buckets. If the latest version of a key is deleted, the one before becomes current.
 * Returns each deleted version, undefined if there was none, or the reason for keeping it.
 */
export const deleteVersions = async (
  trx: Trx,
  teamId: string,
  deletions: readonly VersionDeletion[],
  { contentOwners, written: notifyWritten }: Pick<WriteDeps, "contentOwners" | "written">,
  mayDelete: MayDelete,
): Promise<(VersionRow | AppError | undefined)[]> => {
  const existing = await lockBuckets(trx, deletions);
  const before = await objectsAt(trx, deletions);
  const after = new Map(before);
  const found = await versionsAt(trx, deletions);
  const removed: HistoryRow[] = [];
  const gone = new Set<string>();
  const outcomes = deletions.map((deletion) => {
    if (!existing.has(deletion.bucketId)) return new AppError("NOT_FOUND");
    const place = placeOf(deletion);
    const id = `${place}\0${deletion.versionId}`;
    const current = after.get(place);
    const isCurrent = current !== undefined && (current.version_id ?? nullVersion) === deletion.versionId;
    const version = isCurrent ? { ...current, version_id: deletion.versionId } : found.get(id);
    if (!version || gone.has(id)) return undefined;
    const refusal = mayDelete({ ...version, isCurrent });
    if (refusal) return refusal;
    gone.add(id);
    if (isCurrent) after.delete(place);
    else removed.push(found.get(id)!);
    return version;
  });
  const places = [...new Set(deletions.map(placeOf))];
  const dropped = places.filter((place) => before.has(place) && !after.has(place));
  await contentOwners.drop(trx, teamId, [
    ...dropped.map((place) => cidAt(before, place)!),
    ...removed.flatMap(({ cid }) => (cid ? CID.decode(cid).toString() : [])),
  ]);
  await removeVersionRows(trx, removed);
  await removeRows(trx, dropped);
  const promoted = await promote(
    trx,
    places.filter((place) => !after.has(place)),
  );
  for (const row of promoted)
    after.set(placeOfRow(row), { ...row, version_id: row.version_id === nullVersion ? null : row.version_id });
  const raised = promoted.map(placeOfRow);
  const history = [...removed, ...promoted].map((row) => ({
    bucketId: row.bucket_id,
    versions: -1,
    bytes: -row.size_bytes,
  }));
  await writeRows(trx, raised, after, countsOf(places, before, after, history));
  const synced = syncedAt(raised, existing, after);
  if (synced.length > 0) await notifyWritten(trx, teamId, synced);
  return outcomes;
};

const versionsAt = async (trx: Trx, deletions: readonly VersionDeletion[]): Promise<Map<string, HistoryRow>> => {
  const { rows } = await sql<HistoryRow>`
    select found.bucket_id, found.key, found.version_id, cid, size_bytes, etag, attributes, checks, lock, modified_at
    from (
      select distinct * from unnest(
        ${deletions.map(({ bucketId }) => bucketId)}::uuid[], ${deletions.map(({ key }) => key)}::text[],
        ${deletions.map(({ versionId }) => versionId)}::text[]
      )
    ) as wanted (bucket_id, key, version_id)
    join bucket_version as found on found.bucket_id = wanted.bucket_id and found.key = wanted.key collate "C"
      and found.version_id = wanted.version_id
  `.execute(trx);
  return new Map(rows.map((row) => [`${placeOfRow(row)}\0${row.version_id}`, row]));
};

/** Takes the latest remaining versions of keys without a current object out of the history, unless they are delete markers. */
const promote = async (trx: Trx, places: readonly string[]): Promise<(HistoryRow & { readonly cid: Buffer })[]> => {
  if (places.length === 0) return [];
  const { rows } = await sql<HistoryRow & { cid: Buffer }>`
    with latest as (
      select newest.bucket_id, newest.key, newest.number
      from unnest(${places.map(bucketIdOf)}::uuid[], ${places.map(keyOf)}::text[]) as wanted (bucket_id, key)
      cross join lateral (
        select * from bucket_version as earlier
        where earlier.bucket_id = wanted.bucket_id and earlier.key = wanted.key collate "C"
        order by number desc limit 1
      ) as newest
      where newest.cid is not null
    )
    delete from bucket_version using latest
    where bucket_version.bucket_id = latest.bucket_id and bucket_version.key = latest.key and bucket_version.number = latest.number
    returning bucket_version.bucket_id, bucket_version.key, version_id, cid, size_bytes, etag, attributes, checks, lock, modified_at
  `.execute(trx);
  return rows;
};
