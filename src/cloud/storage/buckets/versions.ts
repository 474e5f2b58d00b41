/** Finds, lists, changes and permanently deletes versions of objects. */
import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { changedLock, isLocked } from "./lock.ts";
import type {
  Bucket,
  Buckets,
  Deleted,
  ListedVersion,
  ObjectLock,
  VersionListing,
  VersionListOptions,
} from "./model.ts";
import { checkAttributes, isKey } from "./names.ts";
import { afterPrefix, commonPrefixOf, rangeOf } from "./read/list.ts";
import { nullVersion, versionOf, type VersionRow } from "./rows.ts";
import type { Writer } from "./write/batch.ts";
import { orDiskFull } from "./write/failures.ts";
import { retryOnConflict } from "./write/conflict.ts";
import { deleteVersions, type Removed, type VersionDeletion, type WriteDeps } from "./write/write.ts";

interface Deps {
  readonly db: Db;
  readonly writer: Writer;
  readonly writeDeps: WriteDeps;
  /** Called after a bucket's objects change. */
  changed(bucket: Bucket): void;
}

type Versions = Pick<Buckets, "findVersion" | "deleteVersions" | "setTags" | "setLock" | "listVersions">;

export const createVersions = ({ db, writer, writeDeps, changed }: Deps): Versions => {
  /** Changes the attributes or the lock of the named version, or of the current object. */
  const change = async (
    bucket: Bucket,
    key: string,
    versionId: string | undefined,
    changeOf: (row: VersionRow) => Pick<VersionRow, "attributes"> | { readonly lock: ObjectLock },
  ): Promise<void> => {
    const isFound = await db.transaction().execute(async (trx) => {
      // Locks the bucket first, as a write does: a version must not move between the tables.
      await trx.selectFrom("bucket").select("id").where("id", "=", bucket.id).forNoKeyUpdate().execute();
      const row = isKey(key) ? await rowAt(trx, bucket.id, key, versionId) : undefined;
      if (!row || row.cid === null) return false;
      const values = changeOf(row);
      const table = row.is_current ? sql.table("bucket_object") : sql.table("bucket_version");
      const [column, value] = Object.entries(values)[0]!;
      await sql`
        update ${table} set ${sql.ref(column)} = ${JSON.stringify(value)}::jsonb
        where bucket_id = ${bucket.id} and key = ${key} and coalesce(version_id, ${nullVersion}) = ${row.version_id}
      `.execute(trx);
      return true;
    });
    if (!isFound) throw new AppError("OBJECT_MISSING");
    changed(bucket);
  };

  return {
    async findVersion(bucket, key, versionId) {
      const row = isKey(key) ? await rowAt(db, bucket.id, key, versionId) : undefined;
      return row && versionOf(row);
    },

    async deleteVersions(bucket, deletions, { bypass = false } = {}) {
      const outcomes: (Deleted | AppError)[] = [];
      const plain = deletions.filter(({ key, versionId }) => versionId === undefined && isKey(key));
      const changes = plain.map(({ key }) => ({ bucketId: bucket.id, key, object: undefined }));
      const removed = await orDiskFull(writer.write(bucket.teamId, changes));
      plain.forEach(({ key }, at) => outcomes.push({ key, markerId: (removed[at] as Removed).markerId }));
      const named = deletions.flatMap(({ key, versionId }): VersionDeletion[] =>
        versionId !== undefined && isKey(key) ? [{ bucketId: bucket.id, key, versionId }] : [],
      );
      const gone = await remove(db, bucket, named, writeDeps, ({ lock }) =>
        isLocked(lock, bypass) ? new AppError("OBJECT_LOCKED") : undefined,
      );
      named.forEach(({ key, versionId }, at) => {
        const outcome = gone[at];
        const isMarker = outcome !== undefined && !(outcome instanceof AppError) && outcome.cid === null;
        outcomes.push(
          outcome instanceof AppError ? outcome : { key, versionId, ...(isMarker && { markerId: versionId }) },
        );
      });
      changed(bucket);
      const ordered = [...plain, ...named];
      const byDeletion = new Map(ordered.map((deletion, at) => [textOf(deletion), outcomes[at]!]));
      return deletions.map((deletion) => byDeletion.get(textOf(deletion)) ?? deletion);
    },

    setTags: (bucket, key, tags, versionId) =>
      change(bucket, key, versionId, ({ attributes }) => {
        const tagged = { ...attributes, tags };
        checkAttributes(tagged);
        return { attributes: tagged };
      }),

    setLock: (bucket, key, versionId, lock, { bypass = false } = {}) =>
      change(bucket, key, versionId, (row) => ({ lock: changedLock(row.lock, lock, bypass) })),

    listVersions: (bucket, options) => listVersions(db, bucket.id, options),
  };
};

const textOf = ({ key, versionId = "" }: { readonly key: string; readonly versionId?: string | undefined }): string =>
  `${key}\0${versionId}`;

/** Permanently deletes versions in one transaction. */
export const remove = (
  db: Db,
  { teamId }: Pick<Bucket, "teamId">,
  deletions: readonly VersionDeletion[],
  writeDeps: WriteDeps,
  mayDelete: Parameters<typeof deleteVersions>[4],
): ReturnType<typeof deleteVersions> =>
  deletions.length === 0
    ? Promise.resolve([])
    : retryOnConflict(() =>
        db.transaction().execute((trx) => deleteVersions(trx, teamId, deletions, writeDeps, mayDelete)),
      );

type FoundRow = VersionRow & { readonly is_current: boolean };

const columns = sql.raw("key, cid, size_bytes, etag, attributes, checks, modified_at, lock");

/** Finds a version by its ID, or the latest one. */
const rowAt = async (
  db: Db | Trx,
  bucketId: string,
  key: string,
  versionId: string | undefined,
): Promise<FoundRow | undefined> => {
  const isWanted = versionId === undefined ? sql`true` : sql`coalesce(version_id, ${nullVersion}) = ${versionId}`;
  const { rows } = await sql<FoundRow>`
    (
      select ${columns}, coalesce(version_id, ${nullVersion}) as version_id, true as is_current
      from bucket_object where bucket_id = ${bucketId} and key = ${key} and ${isWanted}
    )
    union all
    (
      select ${columns}, version_id, false from bucket_version
      where bucket_id = ${bucketId} and key = ${key} and ${isWanted}
      order by number desc limit 1
    )
    limit 1
  `.execute(db);
  return rows[0];
};

type ListedRow = FoundRow & { readonly number: bigint; readonly is_latest: boolean };

/** Start of the next query: from `key`, or after the version `number` of this key. */
interface Place {
  readonly key: string;
  readonly number: bigint | undefined;
}

/** The current object's, which comes before all numbered versions. */
const currentNumber = 9_223_372_036_854_775_807n;
/** Rows read first after a common prefix, whose first key often has the next one. */
const rowsAfterPrefix = 8;

const listVersions = async (db: Db, bucketId: string, options: VersionListOptions): Promise<VersionListing> => {
  const { prefix, delimiter, limit } = options;
  const entries: ListedVersion[] = [];
  const prefixes: string[] = [];
  const start = await startOf(db, bucketId, options);
  let place = start?.place;
  let last: Pick<VersionListing, "next" | "nextVersion"> = { next: undefined, nextVersion: undefined };
  let size = delimiter === "" ? limit + 1 : rowsAfterPrefix;
  while (place && limit > 0) {
    const rows = await rowsFrom(db, bucketId, place, start!.end, size);
    place = undefined;
    for (const row of rows) {
      if (entries.length + prefixes.length === limit) return { entries, prefixes, ...last };
      const folder = commonPrefixOf(row.key, prefix, delimiter);
      if (folder === undefined) {
        entries.push({ ...versionOf(row), isLatest: row.is_latest });
        last = { next: row.key, nextVersion: row.version_id };
        place = { key: row.key, number: row.number };
        continue;
      }
      prefixes.push(folder);
      last = { next: folder, nextVersion: undefined };
      const behind = afterPrefix(folder);
      place = behind === undefined ? undefined : { key: behind, number: undefined };
      size = rowsAfterPrefix;
      break;
    }
    if (place && place.number !== undefined) {
      if (rows.length < size) break;
      size = Math.min(limit + 1, size * 4);
    }
  }
  return { entries, prefixes, next: undefined, nextVersion: undefined };
};

const startOf = async (
  db: Db,
  bucketId: string,
  options: VersionListOptions,
): Promise<{ place: Place; end: string | undefined } | undefined> => {
  const { after, afterVersion } = options;
  const range = rangeOf(options);
  if (!range) return undefined;
  const { from, end } = range;
  const isInside = afterVersion !== undefined && after !== "" && isKey(after) && after.startsWith(options.prefix);
  if (!isInside || commonPrefixOf(after, options.prefix, options.delimiter) !== undefined)
    return { place: { key: from, number: undefined }, end };
  const { rows } = await sql<{ number: bigint }>`
    select ${currentNumber}::int8 as number from bucket_object
    where bucket_id = ${bucketId} and key = ${after} and coalesce(version_id, ${nullVersion}) = ${afterVersion}
    union all
    select number from bucket_version where bucket_id = ${bucketId} and key = ${after} and version_id = ${afterVersion}
  `.execute(db);
  // The version has been deleted since: the key's remaining versions are listed again, so none is missed.
  return { place: { key: after, number: rows[0]?.number }, end };
};

const rowsFrom = async (
  db: Db,
  bucketId: string,
  { key, number }: Place,
  end: string | undefined,
  limit: number,
): Promise<readonly ListedRow[]> => {
  const isBefore = end === undefined ? sql`true` : sql`key < ${end}`;
  const currentFrom = number === undefined ? sql`key >= ${key}` : sql`key > ${key}`;
  const versionFrom =
    number === undefined ? sql`key >= ${key}` : sql`(key > ${key} or (key = ${key} and number < ${number}))`;
  const { rows } = await sql<ListedRow>`
    select * from (
      (
        select ${columns}, coalesce(version_id, ${nullVersion}) as version_id, true as is_current,
          ${currentNumber}::int8 as number, true as is_latest
        from bucket_object where bucket_id = ${bucketId} and ${currentFrom} and ${isBefore}
        order by key limit ${limit}
      )
      union all
      (
        select ${columns}, version_id, false, number,
          cid is null
            and not exists (select from bucket_object as object where object.bucket_id = ${bucketId} and object.key = version.key)
            and not exists (
              select from bucket_version as later
              where later.bucket_id = ${bucketId} and later.key = version.key and later.number > version.number
            )
        from bucket_version as version where bucket_id = ${bucketId} and key >= ${key} and ${versionFrom} and ${isBefore}
        order by key, number desc limit ${limit}
      )
    ) as version
    order by key collate "C", number desc limit ${limit}
  `.execute(db);
  return rows;
};
