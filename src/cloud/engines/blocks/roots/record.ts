/** Writes the index of stored content, in one transaction. */
import { sql, type RawBuilder } from "kysely";
import { CID } from "multiformats/cid";
import type { Trx } from "../../database/database.ts";
import { prepared } from "../../database/prepared.ts";
import type { PlacedBlock, Tree } from "../dag/build-tree.ts";
import { cidKey } from "../dag/cid.ts";
import { chunked } from "../chunked.ts";

const ROWS_PER_INSERT = 10_000;
/** Each of these nodes has up to 50 KiB. */
const ROWS_WITH_BYTES_PER_INSERT = 100;

/** Records a written blob. Returns false, and records nothing, if another import of the same root was faster. */
export const recordTree = async (
  trx: Trx,
  blobId: string,
  tree: Tree,
  files: { readonly count: number; readonly sizeBytes: number },
): Promise<boolean> => {
  const nodeBytes = tree.nodes.reduce((sum, node) => sum + node.length, 0);
  const [placed = [], ...morePlaced] = chunked(
    tree.blocks.filter(({ bytes }) => !bytes),
    ROWS_PER_INSERT,
  );
  // Waits here for a concurrent import of the same root, so only one continues.
  const { numAffectedRows } = await sql`${prepared}
    with fresh as (
      insert into root (cid, blob_id, file_count, size_bytes, fills_blob)
      values (${cidKey(tree.root)}, ${blobId}, ${files.count}, ${files.sizeBytes}, true)
      on conflict (cid) do nothing
      returning blob_id
    ), placed as (
      insert into block (cid, blob_id, offset_bytes, length_bytes)
      select cid, blob_id, starts, length
      from fresh, unnest(${keysOf(placed)}::bytea[], ${offsetsOf(placed)}::int8[], ${sizesOf(placed)}::int4[])
        as rows (cid, starts, length)
    )
    insert into blob (id, size_bytes, block_count, created_at)
    select blob_id, ${tree.dataBytes + nodeBytes}::int8, ${tree.blocks.length}::int4, ${new Date()}::timestamptz from fresh
  `.execute(trx);
  if (!numAffectedRows) return false;
  for (const rows of morePlaced) await recordPlaced(trx, blobId, rows);
  await recordCarried(trx, blobId, tree.blocks);
  for (const rows of chunked(tree.extents, ROWS_PER_INSERT)) {
    await sql`
      insert into extent (cid, blob_id, offset_bytes, size_bytes)
      select cid, ${blobId}, starts, size
      from unnest(${keysOf(rows)}::bytea[], ${offsetsOf(rows)}::int8[], ${sizesOf(rows)}::int8[]) as rows (cid, starts, size)
    `.execute(trx);
  }
  return true;
};

const recordPlaced = async (trx: Trx, blobId: string, rows: readonly PlacedBlock[]): Promise<void> => {
  await sql`
    insert into block (cid, blob_id, offset_bytes, length_bytes)
    select cid, ${blobId}, starts, length
    from unnest(${keysOf(rows)}::bytea[], ${offsetsOf(rows)}::int8[], ${sizesOf(rows)}::int4[]) as rows (cid, starts, length)
  `.execute(trx);
};

/** Records the blocks whose bytes are stored in the database. */
const recordCarried = async (trx: Trx, blobId: string, blocks: readonly PlacedBlock[]): Promise<void> => {
  const carried = blocks.filter(({ bytes }) => bytes);
  for (const rows of chunked(carried, ROWS_WITH_BYTES_PER_INSERT)) {
    await sql`
      insert into block (cid, blob_id, offset_bytes, length_bytes, bytes)
      select cid, ${blobId}, 0, length(bytes), bytes
      from unnest(${keysOf(rows)}::bytea[], ${rows.map(({ bytes }) => bytes)}::bytea[]) as rows (cid, bytes)
    `.execute(trx);
  }
};

/** A file of one block: its bytes, or the blob that consists of them. */
export type SingleBlock = { readonly key: Buffer } & (
  | { readonly bytes: Uint8Array }
  | { readonly blobId: string; readonly sizeBytes: number }
);

/**
 * Records files of one block and protects each from deletion until the transaction ends. One statement for those in the
 * database and one for those in blobs, if none exists yet. Uses one global order, so that transactions never deadlock.
 * Returns the blobs that are recorded; others are copies of existing ones.
 */
export const recordSingle = async (trx: Trx, files: readonly SingleBlock[]): Promise<string[]> => {
  const sorted = files.toSorted((a, b) => Buffer.compare(a.key, b.key));
  const blobIds: string[] = [];
  await recordEach(
    trx,
    sorted.flatMap((file) => ("bytes" in file ? file : [])),
    (missing) => sql<Recorded>`${prepared}
      insert into root (cid, file_count, size_bytes, bytes)
      select cid, 1, length(bytes), bytes
      from unnest(${missing.map(({ key }) => key)}::bytea[], ${missing.map(({ bytes }) => bytes)}::bytea[]) as given (cid, bytes)
      on conflict (cid) do nothing
      returning cid
    `,
  );
  await recordEach(
    trx,
    sorted.flatMap((file) => ("blobId" in file ? file : [])),
    (missing) => sql<Recorded>`${prepared}
      with fresh as (
        insert into root (cid, blob_id, file_count, size_bytes, fills_blob)
        select cid, blob_id, 1, size, true
        from unnest(
          ${missing.map(({ key }) => key)}::bytea[], ${missing.map(({ blobId }) => blobId)}::uuid[],
          ${missing.map(({ sizeBytes }) => sizeBytes)}::int8[]
        ) as given (cid, blob_id, size)
        on conflict (cid) do nothing
        returning cid, blob_id, size_bytes
      ), placed as (
        insert into block (cid, blob_id, offset_bytes, length_bytes) select cid, blob_id, 0, size_bytes from fresh
      ), made as (
        insert into blob (id, size_bytes, block_count, created_at)
        select blob_id, size_bytes, 1, ${new Date()}::timestamptz from fresh
      )
      select cid, blob_id from fresh
    `,
    ({ blob_id: blobId }) => void blobIds.push(blobId!),
  );
  return blobIds;
};

interface Recorded {
  readonly cid: Buffer;
  readonly blob_id?: string;
}

/** Inserts files until each is recorded, or exists and is protected. */
const recordEach = async <File extends { readonly key: Buffer }>(
  trx: Trx,
  files: readonly File[],
  insert: (missing: readonly File[]) => RawBuilder<Recorded>,
  onInserted: (row: Recorded) => void = () => undefined,
): Promise<void> => {
  let missing = files;
  while (missing.length > 0) {
    const { rows } = await insert(missing).execute(trx);
    rows.forEach(onInserted);
    if (rows.length === missing.length) return;
    const stored = new Set(rows.map(({ cid }) => cid.toString("latin1")));
    const existing = await keepRoots(
      trx,
      missing.map(({ key }) => key).filter((key) => !stored.has(key.toString("latin1"))),
    );
    for (const key of existing) stored.add(key.toString("latin1"));
    // One may have been dropped between the two statements.
    missing = missing.filter(({ key }) => !stored.has(key.toString("latin1")));
  }
};

/** Protects these roots from deletion until the transaction ends. Returns the existing ones. */
export const keepRoots = async (trx: Trx, keys: readonly Buffer[]): Promise<Buffer[]> => {
  const rows = await trx
    .selectFrom("root")
    .select("cid")
    .where("cid", "=", sql<Buffer>`any(${keys}::bytea[])`)
    .orderBy("cid")
    .forKeyShare()
    .execute();
  return rows.map(({ cid }) => cid);
};

/** A root that another one should contain does not exist. */
export class PartMissing extends Error {
  constructor(cid: CID) {
    super(`No root with the CID ${cid.toString()} is stored here.`);
    this.name = "PartMissing";
  }
}

/** Protects the parts of a new root from deletion until the transaction ends. Throws `PartMissing`. */
export const keepParts = async (trx: Trx, keys: readonly Buffer[]): Promise<void> => {
  for (const part of chunked(keys.toSorted(Buffer.compare), ROWS_PER_INSERT)) {
    const locked = new Set((await keepRoots(trx, part)).map((key) => key.toString("latin1")));
    const missing = part.find((key) => !locked.has(key.toString("latin1")));
    if (missing) throw new PartMissing(CID.decode(missing));
  }
};

/** Records the parts of a root outside of its blob. */
export const recordParts = async (trx: Trx, root: CID, keys: readonly Buffer[]): Promise<void> => {
  for (const part of chunked(keys, ROWS_PER_INSERT)) {
    await sql`
      insert into root_part (root, part) select ${cidKey(root)}, part from unnest(${part}::bytea[]) as given (part)
      on conflict do nothing
    `.execute(trx);
  }
};

const keysOf = (rows: readonly PlacedBlock[]): Buffer[] => rows.map((row) => cidKey(row.cid));
const offsetsOf = (rows: readonly PlacedBlock[]): number[] => rows.map((row) => row.offset);
const sizesOf = (rows: readonly PlacedBlock[]): number[] => rows.map((row) => row.sizeBytes);
