/** Lists objects with one index probe for each entry of the page, regardless of the keys below a common prefix. */
import { sql } from "kysely";
import type { Db } from "../../../engines/database/database.ts";
import type { ListOptions, Listing, StoredObject } from "../model.ts";
import { objectColumns, objectOf, type ObjectRow } from "../rows.ts";

/** Keys from `from`, inclusive, to `end`, exclusive if set. */
interface Range {
  readonly from: string;
  readonly end: string | undefined;
}

/** Returns one page of a bucket. */
export const listObjects = async (db: Db, bucketId: string, options: ListOptions): Promise<Listing<StoredObject>> => {
  const { delimiter, limit } = options;
  const range = rangeOf(options);
  if (!range || limit <= 0) return { entries: [], prefixes: [], next: undefined };
  const found =
    delimiter === "" ? await keysOf(db, bucketId, range, limit + 1) : await walk(db, bucketId, range, options);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.filter(isObject).map(objectOf),
    prefixes: page.flatMap(({ folder }) => folder ?? []),
    next: found.length > limit && last ? (last.folder ?? last.key) : undefined,
  };
};

/** Returns the key range of a page; undefined if it is empty. */
export const rangeOf = ({ prefix, delimiter, after }: ListOptions): Range | undefined => {
  const end = prefix === "" ? undefined : afterPrefix(prefix);
  const behind = after === "" ? "" : startBehind(after, prefix, delimiter);
  if (behind === undefined) return undefined;
  return { from: compareKeys(behind, prefix) > 0 ? behind : prefix, end };
};

/** After a common prefix, the next page starts after all keys below it. */
const startBehind = (after: string, prefix: string, delimiter: string): string | undefined => {
  const folder = commonPrefixOf(after, prefix, delimiter);
  return folder === undefined ? afterKey(after) : afterPrefix(folder);
};

type Entry = ObjectRow & { readonly folder: string | null };

const isObject = (entry: Entry): boolean => entry.folder === null;

const keysOf = async (db: Db, bucketId: string, { from, end }: Range, limit: number): Promise<Entry[]> => {
  const rows = await db
    .selectFrom("bucket_object")
    .select(objectColumns)
    .where("bucket_id", "=", bucketId)
    .where("key", ">=", from)
    .$if(end !== undefined, (query) => query.where("key", "<", end!))
    .orderBy("key")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, folder: null }));
};

/** Skip scan: after a key comes the next key, after a common prefix the first key without that prefix. */
const walk = async (
  db: Db,
  bucketId: string,
  { from, end }: Range,
  { prefix, delimiter, limit }: ListOptions,
): Promise<Entry[]> => {
  const behindDelimiter = afterPrefix(delimiter);
  const { rows } = await sql<Entry>`
    with recursive walk (number, key, cid, size_bytes, etag, attributes, checks, modified_at, version_id, lock, folder,
      behind) as (
      select 0, null::text collate "C", null::bytea, 0::int8, '', null::jsonb, null::jsonb, null::timestamptz,
        null::text, null::jsonb,
        null::text collate "C", ${from}::text collate "C"
      union all
      select walk.number + 1, found.key, found.cid, found.size_bytes, found.etag, found.attributes, found.checks,
        found.modified_at, found.version_id, found.lock, parted.folder,
        case
          when parted.folder is null then found.key || chr(1)
          else left(parted.folder, -length(${delimiter}::text)) || ${behindDelimiter ?? null}::text
        end collate "C"
      from walk
      cross join lateral (
        select * from bucket_object
        where bucket_id = ${bucketId} and key >= walk.behind and (${end ?? null}::text is null or key < ${end ?? null}::text)
        order by key limit 1
      ) as found
      cross join lateral (
        select strpos(substr(found.key, length(${prefix}::text) + 1), ${delimiter}::text) as at
      ) as place
      cross join lateral (
        select case when place.at > 0 then
          left(found.key, length(${prefix}::text) + place.at - 1 + length(${delimiter}::text))
        end collate "C" as folder
      ) as parted
      where walk.number <= ${limit}
    )
    select key, cid, size_bytes, etag, attributes, checks, modified_at, version_id, lock, folder from walk where number > 0 order by number
  `.execute(db);
  return rows;
};

// Keys are ordered by their UTF-8 bytes, which is the order of their code points.

const codePointMax = 0x10_ffff;
const lastBeforeSurrogates = 0xd7ff;
const firstAfterSurrogates = 0xe000;

/** Returns the first string after all strings with this prefix; undefined if there is none. */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === codePointMax) points.pop();
  const last = points.pop();
  return last === undefined ? undefined : String.fromCodePoint(...points, next(last));
};

/** Returns the first possible key after this one. Keys never contain U+0000. */
const afterKey = (key: string): string => `${key}\u0001`;

/** Returns the key up to and including the first delimiter after the prefix; undefined if there is none. */
export const commonPrefixOf = (key: string, prefix: string, delimiter: string): string | undefined => {
  if (delimiter === "" || !key.startsWith(prefix)) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
};

/** Compares keys in the database's sort order. */
export const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const next = (point: number): number => (point === lastBeforeSurrogates ? firstAfterSurrogates : point + 1);
