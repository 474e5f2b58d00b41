/** Reads Arweave uploads: the history, a single file, and S3 metadata of objects. */
import { sql } from "kysely";
import type { ArweaveObjectView } from "../../../../resources/storage/arweave-calls.ts";
import { arweaveStates, arweave, type ArweaveState } from "../../../../resources/storage/arweave.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { Bucket, StoredObject } from "../buckets/service.ts";
import { containing, countOf, onPage } from "../../kernel/calls/list-query.ts";
import { present } from "../../kernel/calls/present.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { Deps } from "./deps.ts";

type Listed = Row<typeof arweave>;

interface HistoryQuery {
  readonly page: number;
  readonly size: number;
  readonly keyword?: string | undefined;
  readonly key?: string | undefined;
  readonly state?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Lists uploads, newest first. */
export const listHistory = async (
  { engines }: Deps,
  db: Db,
  teamId: string,
  origin: string,
  filter: HistoryQuery,
): Promise<{ items: Listed[]; total: number }> => {
  const matchingRows = await matching(db, teamId, filter);
  const rows = await matchingRows
    .orderBy("arweave_object.created_at", "desc")
    .orderBy("arweave_object.id")
    .$call(onPage(filter))
    .execute();
  const urlOf = (id: string): string => engines.arweave.urlOf(id, origin);
  return { items: rows.map((row) => listed(row, urlOf)), total: await countOf(matchingRows as never) };
};

const matching = async (db: Db, teamId: string, { keyword, key = keyword, state, cursor }: HistoryQuery) => {
  let query = selectOf(db, teamId);
  if (key) query = query.where("arweave_object.key", "ilike", containing(key));
  if (state) {
    if (!arweaveStates.includes(state as ArweaveState)) throw new AppError("INVALID_INPUT");
    query = query.where("arweave_object.state", "=", state as ArweaveState);
  }
  if (cursor) {
    const place = db.selectFrom("arweave_object").select(["created_at", "id"]).where("id", "=", cursor);
    const row = await place.where("team_id", "=", teamId).executeTakeFirstOrThrow(notFound);
    query = query.where(sql<boolean>`(-extract(epoch from arweave_object.created_at), arweave_object.id) > (
      select -extract(epoch from created_at), id from arweave_object where id = ${row.id})`);
  }
  return query;
};

const selectOf = (db: Db, teamId: string) =>
  db
    .selectFrom("arweave_object")
    .leftJoin("arweave_item", "arweave_item.id", "arweave_object.item_id")
    .selectAll("arweave_object")
    .select(["arweave_item.arweave_id", "arweave_item.upload_id", "arweave_item.confirmed_at"])
    .where("arweave_object.team_id", "=", teamId);

type HistoryRow = Awaited<ReturnType<ReturnType<typeof selectOf>["executeTakeFirstOrThrow"]>>;

const listed = (row: HistoryRow, urlOf: (id: string) => string): Listed =>
  present(arweave.schema, row, {
    ...(row.arweave_id && { hash: row.arweave_id }),
    ...(row.arweave_id && row.state === "synced" && { url: urlOf(row.arweave_id) }),
  });

/**
 * Returns a file's newest version, or the version with the given ID; null if it was never uploaded. Throws NOT_FOUND.
 */
export const viewObject = async (
  { engines }: Deps,
  db: Db,
  teamId: string,
  origin: string,
  { bucket, key, id }: { readonly bucket: string; readonly key: string; readonly id?: string | undefined },
): Promise<ArweaveObjectView | null> => {
  if (id !== undefined && !isUuid(id)) throw new AppError("NOT_FOUND");
  const versions = await selectOf(db, teamId)
    .where("arweave_object.bucket", "=", bucket)
    .where("arweave_object.key", "=", key)
    .orderBy("arweave_object.created_at", "desc")
    .limit(100)
    .execute();
  const row = id === undefined ? versions[0] : versions.find((version) => version.id === id);
  if (!row && id !== undefined) throw new AppError("NOT_FOUND");
  if (!row) return null;
  const { arweave } = engines;
  const upload = row.upload_id
    ? await db.selectFrom("arweave_upload").select("header").where("id", "=", row.upload_id).executeTakeFirst()
    : undefined;
  const status = row.upload_id && upload ? await arweave.node.status(row.upload_id).catch(() => undefined) : undefined;
  return {
    ...listed(row, (hash) => arweave.urlOf(hash, origin)),
    contentType: row.content_type,
    ...(row.upload_id && row.upload_id !== row.arweave_id && { bundle: row.upload_id }),
    tags: [
      { name: "Content-Type", value: row.content_type },
      { name: "App-Name", value: "Freehold" },
      { name: "IPFS-CID", value: row.cid },
    ],
    ...(typeof status === "object" && { block: status }),
    embedded: arweave.isEmbedded,
    ...(row.confirmed_at && { confirmedAt: secondsOf(row.confirmed_at) }),
    versions: versions.map(({ id, state, created_at: at }) => ({ id, state, createdAt: secondsOf(at) })),
  };
};

const cacheMs = 2000;

/** Returns the S3 metadata of an object's current version. Buckets without uploads are cached briefly. */
export const createDescribe = (db: Db): ((bucket: Bucket, object: StoredObject) => Promise<Record<string, string>>) => {
  const sent = createLookupCache(cacheMs, async (bucketId) => {
    const query = db.selectFrom("arweave_object").select("id").where("bucket_id", "=", bucketId).limit(1);
    return (await query.executeTakeFirst()) !== undefined;
  });
  return async (bucket, object) => {
    if (!(await sent.get(bucket.id))) return {};
    const row = await db
      .selectFrom("arweave_object")
      .leftJoin("arweave_item", "arweave_item.id", "arweave_object.item_id")
      .select(["arweave_object.state", "arweave_object.reason", "arweave_item.arweave_id"])
      .where("bucket_id", "=", bucket.id)
      .where("key", "=", object.key)
      .where("cid", "=", object.cid)
      .orderBy("arweave_object.created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!row) return {};
    return {
      "arweave-status": row.state,
      ...(row.arweave_id && row.state === "synced" && { "arweave-hash": row.arweave_id }),
      ...(row.reason && { "arweave-failed-reason": row.reason }),
    };
  };
};
