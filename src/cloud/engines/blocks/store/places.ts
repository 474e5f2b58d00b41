/** Looks up the places of blocks and files. */
import { sql } from "kysely";
import type { CID } from "multiformats/cid";
import type { Db } from "../../database/database.ts";
import { prepared } from "../../database/prepared.ts";
import { cidKey, cidText, isNode } from "../dag/cid.ts";
import { chunked } from "../chunked.ts";

const CIDS_PER_QUERY = 10_000;

/** A range of a blob, or a block with its bytes in the database (`blobId` is undefined, `offset` 0). */
export interface Place {
  readonly blobId: string | undefined;
  readonly offset: number;
  readonly sizeBytes: number;
  /** Length of a file laid out by other software. */
  readonly fileBytes?: number | undefined;
}

interface PlaceRow {
  readonly cid: Buffer;
  readonly blob_id: string | null;
  readonly offset_bytes: bigint;
  readonly size_bytes: bigint;
  readonly file_bytes?: bigint | null;
}

/** Returns the places of blocks by CID; omits missing ones. */
export const placesOfBlocks = async (db: Db, cids: readonly CID[]): Promise<Map<string, Place>> => {
  const places = new Map<string, Place>();
  for (const part of chunked(cids, CIDS_PER_QUERY)) {
    const keys = part.map(cidKey);
    const { rows } = await sql<PlaceRow>`
      select cid, case when bytes is null then blob_id end as blob_id, offset_bytes, length_bytes::int8 as size_bytes,
             file_bytes
      from block where cid = any(${keys}::bytea[])
      union all
      select cid, null, 0::int8, size_bytes, null::int8 from root where cid = any(${keys}::bytea[]) and bytes is not null
    `.execute(db);
    addPlaces(places, part, rows);
  }
  return places;
};

/** Returns the place of one block, with its bytes if they are in the database. */
export const placeOfBlock = async (db: Db, cid: CID): Promise<{ place: Place; bytes?: Uint8Array } | undefined> => {
  const key = cidKey(cid);
  const { rows } = await sql<PlaceRow & { readonly bytes: Buffer | null }>`${prepared}
    select cid, null as blob_id, 0::int8 as offset_bytes, size_bytes, null::int8 as file_bytes, bytes
    from root where cid = ${key} and bytes is not null
    union all
    select cid, blob_id, offset_bytes, length_bytes::int8, file_bytes, bytes from block where cid = ${key}
    limit 1
  `.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  if (!row.bytes) return { place: placeOf(row) };
  return { place: placeOf({ ...row, blob_id: null, offset_bytes: 0n }), bytes: row.bytes };
};

/** Returns the places of files with more than one leaf, by CID. */
export const placesOfFiles = async (db: Db, cids: readonly CID[]): Promise<Map<string, Place>> => {
  const places = new Map<string, Place>();
  for (const part of chunked(cids.filter(isNode), CIDS_PER_QUERY)) {
    const rows = await db
      .selectFrom("extent")
      .select(["cid", "blob_id", "offset_bytes", "size_bytes"])
      .where("cid", "=", sql<Buffer>`any(${part.map(cidKey)}::bytea[])`)
      .execute();
    addPlaces(places, part, rows);
  }
  return places;
};

const addPlaces = (places: Map<string, Place>, cids: readonly CID[], rows: readonly PlaceRow[]): void => {
  const byKey = new Map(rows.map((row) => [row.cid.toString("latin1"), row]));
  for (const cid of cids) {
    const row = byKey.get(cidKey(cid).toString("latin1"));
    if (row) places.set(cidText(cid), placeOf(row));
  }
};

const placeOf = (row: PlaceRow): Place => ({
  blobId: row.blob_id ?? undefined,
  offset: Number(row.offset_bytes),
  sizeBytes: Number(row.size_bytes),
  ...(row.file_bytes != null && { fileBytes: Number(row.file_bytes) }),
});
