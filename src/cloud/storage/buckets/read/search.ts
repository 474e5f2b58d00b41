/**
 * Searches a bucket by keyword, sorted by name, size or time. Unlike listing, reads every row below the prefix. Ignores
 * case only for ASCII letters.
 */
import { sql } from "kysely";
import type * as z from "zod/mini";
import type { FoundObject, searchObjects } from "../../../../../resources/storage/bucket-calls.ts";
import { findFilesMax } from "../../../../../resources/storage/find-files.ts";
import { invalidField } from "../../../kernel/app-error.ts";
import type { Db } from "../../../engines/database/database.ts";
import { containing } from "../../../kernel/calls/list-query.ts";
import { afterPrefix } from "./list.ts";
import { isStorable } from "../names.ts";
import { objectColumns, objectOf, type ObjectRow } from "../rows.ts";
import { secondsOf } from "../../../lib/seconds-of.ts";

type Options = z.output<NonNullable<(typeof searchObjects)["query"]>>;

interface SearchResult {
  readonly list: FoundObject[];
  readonly page: { readonly next?: string; readonly hasNext: boolean };
}

export const search = async (db: Db, bucketId: string, options: Options): Promise<SearchResult> => {
  const { prefix, keyword, deep, sort, order, size } = options;
  if (!isStorable(prefix + keyword)) return { list: [], page: { hasNext: false } };
  const place = options.cursor === undefined ? undefined : placeIn(options.cursor);
  const end = prefix === "" ? undefined : afterPrefix(prefix);
  const name = sql<string>`substr(key, ${Array.from(prefix).length + 1}::int)`;
  const by = sortKeys[sort];
  const rows = await db
    .selectFrom("bucket_object")
    .select(objectColumns)
    .where("bucket_id", "=", bucketId)
    .where("key", ">=", prefix)
    .$if(end !== undefined, (query) => query.where("key", "<", end!))
    .$if(keyword !== "", (query) => query.where(name, "ilike", containing(keyword)))
    .$if(!deep, (query) => query.where(sql<number>`strpos(${name}, '/')`, "=", 0))
    .$if(place !== undefined, (query) => query.where(behind(sort, order, place!)))
    .orderBy(by, order)
    .orderBy("key", order)
    .limit(size + 1)
    .execute();
  const list = rows.slice(0, size);
  const last = list.at(-1);
  const hasNext = rows.length > size && last !== undefined;
  return { list: list.map(presentObject), page: { ...(hasNext && { next: cursorAt(sort, last) }), hasNext } };
};

/** Finds files of a team's buckets by a part of the name after the last slash. */
export const findInAll = async (
  db: Db,
  teamId: string,
  keyword: string,
): Promise<{ readonly bucket: string; readonly key: string }[]> => {
  if (!isStorable(keyword)) return [];
  return db
    .selectFrom("bucket_object")
    .innerJoin("bucket", "bucket.id", "bucket_object.bucket_id")
    .select(["bucket.name as bucket", "bucket_object.key"])
    .where("bucket.team_id", "=", teamId)
    .where(sql<string>`substring(bucket_object.key from '[^/]*$')`, "ilike", containing(keyword))
    .orderBy(sql`length(bucket_object.key)`)
    .orderBy("bucket_object.key")
    .limit(findFilesMax)
    .execute();
};

type Sort = Options["sort"];

const sortKeys = { name: "key", size: "size_bytes", time: "modified_at" } as const satisfies Record<Sort, string>;

interface Place {
  /** Bytes, or milliseconds since 1970, as text. */
  readonly value: string;
  readonly key: string;
}

/** Matches rows after the previous page's last row. Equal values are ordered by key. */
const behind = (sort: Sort, order: Options["order"], { value, key }: Place) => {
  const beyond = order === "asc" ? sql`>` : sql`<`;
  if (sort === "name") return sql<boolean>`key ${beyond} ${key}::text collate "C"`;
  if (sort === "size") return sql<boolean>`(size_bytes, key) ${beyond} (${value}::int8, ${key}::text collate "C")`;
  return sql<boolean>`(modified_at, key) ${beyond} (to_timestamp(${value}::float8 / 1000), ${key}::text collate "C")`;
};

const cursorAt = (sort: Sort, { key, size_bytes: size, modified_at: time }: ObjectRow): string => {
  const value = { name: "", size: size.toString(), time: time.getTime().toString() }[sort];
  return Buffer.from(JSON.stringify([value, key])).toString("base64url");
};

const placeIn = (cursor: string): Place => {
  try {
    const [value, key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (typeof value === "string" && /^\d{0,19}$/.test(value) && typeof key === "string" && isStorable(key))
      return { value: value || "0", key };
  } catch {
    // Falls through: the cursor is invalid.
  }
  throw invalidField("cursor", "Start again from the first page.");
};

const presentObject = (row: ObjectRow): FoundObject => {
  const { key, cid, sizeBytes, etag, contentType, modifiedAt } = objectOf(row);
  return {
    key,
    cid,
    size: sizeBytes,
    etag,
    ...(contentType !== undefined && { contentType }),
    modifiedAt: secondsOf(modifiedAt),
  };
};
