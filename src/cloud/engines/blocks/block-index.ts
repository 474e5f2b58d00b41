/** The rows that say where each block lies. All of an import appears, and disappears, in one transaction. */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { Db, Trx } from "../database/database.ts";
import type { ImportedTree } from "./blocks.ts";
import type { PlacedBlock, Tree } from "./build-tree.ts";
import { cidKey, isNode } from "./cid.ts";
import "./tables.ts";

const ROWS_PER_INSERT = 10_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface Place {
  readonly blobId: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** An import under this root that is there already. */
export const findRoot = async (db: Db, root: CID): Promise<ImportedTree | undefined> => {
  const row = await db
    .selectFrom("root")
    .select(["file_count", "size_bytes"])
    .where("cid", "=", cidKey(root))
    .executeTakeFirst();
  return row && { cid: root.toString(), fileCount: row.file_count, sizeBytes: Number(row.size_bytes) };
};

/** Records a written blob. False when another import of the same root was faster: then nothing is recorded. */
export const recordTree = async (
  trx: Trx,
  blobId: string,
  tree: Tree,
  files: { readonly count: number; readonly sizeBytes: number },
): Promise<boolean> => {
  const nodeBytes = tree.nodes.reduce((sum, node) => sum + node.length, 0);
  await trx
    .insertInto("blob")
    .values({
      id: blobId,
      size_bytes: BigInt(tree.dataBytes + nodeBytes),
      block_count: tree.blocks.length,
      created_at: new Date(),
    })
    .execute();
  // Waits here for a twin's transaction, so of two only one goes on.
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("root")
    .values({ cid: cidKey(tree.root), blob_id: blobId, file_count: files.count, size_bytes: BigInt(files.sizeBytes) })
    .onConflict((conflict) => conflict.column("cid").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    await trx.deleteFrom("blob").where("id", "=", blobId).execute();
    return false;
  }
  for (const rows of inParts(tree.blocks)) {
    await sql`
      insert into block (cid, blob_id, offset_bytes, length_bytes)
      select cid, ${blobId}, starts, length
      from unnest(${keysOf(rows)}::bytea[], ${offsetsOf(rows)}::int8[], ${sizesOf(rows)}::int4[]) as rows (cid, starts, length)
    `.execute(trx);
  }
  for (const rows of inParts(tree.extents)) {
    await sql`
      insert into extent (cid, blob_id, offset_bytes, size_bytes)
      select cid, ${blobId}, starts, size
      from unnest(${keysOf(rows)}::bytea[], ${offsetsOf(rows)}::int8[], ${sizesOf(rows)}::int8[]) as rows (cid, starts, size)
    `.execute(trx);
  }
  return true;
};

/** Where blocks lie, by the CID's string; absent ones are left out. */
export const placesOfBlocks = async (db: Db, cids: readonly CID[]): Promise<Map<string, Place>> => {
  const rows = await db
    .selectFrom("block")
    .select(["cid", "blob_id", "offset_bytes", "length_bytes as size_bytes"])
    .where("cid", "=", sql<Buffer>`any(${cids.map(cidKey)}::bytea[])`)
    .execute();
  return placesOf(cids, rows);
};

/** Where the bytes of files with more than one leaf lie, by the CID's string. */
export const placesOfFiles = async (db: Db, cids: readonly CID[]): Promise<Map<string, Place>> => {
  const nodes = cids.filter(isNode);
  if (nodes.length === 0) return new Map();
  const rows = await db
    .selectFrom("extent")
    .select(["cid", "blob_id", "offset_bytes", "size_bytes"])
    .where("cid", "=", sql<Buffer>`any(${nodes.map(cidKey)}::bytea[])`)
    .execute();
  return placesOf(nodes, rows);
};

/** Records a node of a stored tree as a root of its own. False when no blob holds it any more. */
export const addRoot = async (
  db: Db,
  root: CID,
  { fileCount, sizeBytes }: Pick<ImportedTree, "fileCount" | "sizeBytes">,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Locked against whoever forgets the tree around it.
    const blob = await trx
      .selectFrom("blob")
      .innerJoin("block", "block.blob_id", "blob.id")
      .select("blob.id")
      .where("block.cid", "=", cidKey(root))
      .limit(1)
      .forKeyShare("blob")
      .executeTakeFirst();
    if (!blob) return false;
    await trx
      .insertInto("root")
      .values({ cid: cidKey(root), blob_id: blob.id, file_count: fileCount, size_bytes: BigInt(sizeBytes) })
      .onConflict((conflict) => conflict.column("cid").doNothing())
      .execute();
    return true;
  });

/** Locks a root's row; false when there is none. `share` waits for nobody but who drops it. */
export const lockRoot = async (trx: Trx, root: CID, mode: "share" | "update"): Promise<boolean> => {
  const query = trx.selectFrom("root").select("cid").where("cid", "=", cidKey(root));
  const row = await (mode === "share" ? query.forKeyShare() : query.forUpdate()).executeTakeFirst();
  return row !== undefined;
};

export interface Dropped {
  /** The blob that nothing names any more, its rows removed too. */
  readonly blobId: string | undefined;
  readonly parts: readonly string[];
}

/** Removes a root, unless another one is made of it. */
export const dropRoot = async (trx: Trx, root: CID): Promise<Dropped | undefined> => {
  const key = cidKey(root);
  const whole = await trx.selectFrom("root_part").select("root").where("part", "=", key).limit(1).executeTakeFirst();
  if (whole) return undefined;
  const parts = await trx.deleteFrom("root_part").where("root", "=", key).returning("part").execute();
  const dropped = await trx.deleteFrom("root").where("cid", "=", key).returning("blob_id").executeTakeFirst();
  const blobId = dropped && (await dropBlob(trx, dropped.blob_id));
  return { blobId, parts: parts.map(({ part }) => CID.decode(part).toString()) };
};

/** Gives the blob's id back if no root is left in it. */
const dropBlob = async (trx: Trx, id: string): Promise<string | undefined> => {
  await trx.selectFrom("blob").select("id").where("id", "=", id).forUpdate().execute();
  const other = await trx.selectFrom("root").select("cid").where("blob_id", "=", id).limit(1).executeTakeFirst();
  if (other) return undefined;
  await trx.deleteFrom("blob").where("id", "=", id).execute();
  return id;
};

/** Of these names, the ones that are blobs of the index. */
export const knownBlobs = async (db: Db, names: readonly string[]): Promise<Set<string>> => {
  const ids = names.filter((name) => UUID.test(name));
  const rows = await db
    .selectFrom("blob")
    .select("id")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
};

export const countTotals = async (db: Db): Promise<{ blocks: number; files: number; storedBytes: number }> => {
  const { rows } = await sql<{ blocks: bigint; files: bigint; bytes: bigint }>`
    select (select coalesce(sum(block_count), 0)::int8 from blob) as blocks,
           (select coalesce(sum(file_count), 0)::int8 from root) as files,
           (select coalesce(sum(size_bytes), 0)::int8 from blob) as bytes
  `.execute(db);
  const { blocks, files, bytes } = rows[0]!;
  return { blocks: Number(blocks), files: Number(files), storedBytes: Number(bytes) };
};

function* inParts(rows: readonly PlacedBlock[]): Generator<readonly PlacedBlock[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) yield rows.slice(start, start + ROWS_PER_INSERT);
}

const keysOf = (rows: readonly PlacedBlock[]): Buffer[] => rows.map((row) => cidKey(row.cid));
const offsetsOf = (rows: readonly PlacedBlock[]): number[] => rows.map((row) => row.offset);
const sizesOf = (rows: readonly PlacedBlock[]): number[] => rows.map((row) => row.sizeBytes);

interface PlaceRow {
  readonly cid: Buffer;
  readonly blob_id: string;
  readonly offset_bytes: bigint;
  readonly size_bytes: bigint | number;
}

const placesOf = (cids: readonly CID[], rows: readonly PlaceRow[]): Map<string, Place> => {
  const byKey = new Map(rows.map((row) => [row.cid.toString("latin1"), row]));
  const places = new Map<string, Place>();
  for (const cid of cids) {
    const row = byKey.get(cidKey(cid).toString("latin1"));
    if (!row) continue;
    const place = { blobId: row.blob_id, offset: Number(row.offset_bytes), sizeBytes: Number(row.size_bytes) };
    places.set(cid.toString(), place);
  }
  return places;
};
