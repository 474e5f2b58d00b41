/** Records planned roots if the content they were planned on still exists. */
import { sql } from "kysely";
import type { Trx } from "../../database/database.ts";
import { isLeaf } from "../dag/cid.ts";
import { bytesOfKey, cidOfKey, type GraphKey } from "../dag/graph.ts";
import { chunked } from "../chunked.ts";
import type { NewRoot } from "../plan.ts";
import { keepRoots } from "./record.ts";

const ROWS_PER_INSERT = 10_000;

/** A blob that no transaction has recorded yet. */
export interface NewBlob {
  readonly id: string;
  /** Writes its rows, except its roots. */
  record(trx: Trx): Promise<void>;
  /** Deletes them. */
  forget(trx: Trx): Promise<void>;
}

interface Target {
  readonly planned: readonly NewRoot[];
  /** The target roots: once these exist, nothing else is needed. */
  readonly keep: readonly GraphKey[];
  readonly newBlob?: NewBlob;
}

/**
 * Creates the roots and protects them and their parts from deletion until the transaction ends. Returns false if a part
 * or a blob is missing: plan again. Locks roots, then blobs, in the same order as deletion, so transactions never
 * deadlock.
 */
export const recordRoots = async (trx: Trx, { planned, keep, newBlob }: Target): Promise<boolean> => {
  if (await keepAll(trx, keep)) return true;
  if (planned.length === 0) return false;
  const fresh = new Set(planned.map(({ key }) => key));
  const needed = new Set(planned.flatMap(({ parts }) => parts).filter((key) => !fresh.has(key)));
  if (!(await keepAll(trx, [...needed]))) return false;
  const blobIds = new Set(planned.map(({ blobId }) => blobId).filter((id) => id !== newBlob?.id));
  if (!(await keepBlobs(trx, [...blobIds]))) return false;

  await newBlob?.record(trx);
  const created = await insertRoots(trx, planned);
  if (newBlob && !planned.some(({ key, blobId }) => blobId === newBlob.id && created.has(key)))
    await newBlob.forget(trx);
  await insertParts(
    trx,
    planned.filter(({ key }) => created.has(key)),
  );
  // Roots that another transaction created in the meantime are complete, too, and only need protection.
  const others = new Set([...fresh, ...keep]);
  for (const key of created) others.delete(key);
  return keepAll(trx, [...others]);
};

const keepAll = async (trx: Trx, keys: readonly GraphKey[]): Promise<boolean> => {
  for (const part of chunked(keys.toSorted(), ROWS_PER_INSERT)) {
    const locked = await keepRoots(trx, part.map(bytesOfKey));
    if (locked.length < part.length) return false;
  }
  return true;
};

const keepBlobs = async (trx: Trx, ids: readonly string[]): Promise<boolean> => {
  if (ids.length === 0) return true;
  const rows = await trx
    .selectFrom("blob")
    .select("id")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forKeyShare()
    .execute();
  return rows.length === ids.length;
};

const insertRoots = async (trx: Trx, planned: readonly NewRoot[]): Promise<Set<GraphKey>> => {
  const created = new Set<GraphKey>();
  const ordered = planned.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const rows of chunked(ordered, ROWS_PER_INSERT)) {
    const inserted = await sql<{ cid: Buffer }>`
      insert into root (cid, blob_id, file_count, size_bytes, fills_blob)
      select * from unnest(
        ${rows.map(({ key }) => bytesOfKey(key))}::bytea[], ${rows.map(({ blobId }) => blobId)}::uuid[],
        ${rows.map(({ fileCount }) => fileCount)}::int4[], ${rows.map(({ sizeBytes }) => sizeBytes)}::int8[],
        ${rows.map(({ key }) => (isLeaf(cidOfKey(key)) ? false : null))}::bool[]
      )
      on conflict (cid) do nothing
      returning cid
    `.execute(trx);
    for (const { cid } of inserted.rows) created.add(cid.toString("latin1"));
  }
  return created;
};

const insertParts = async (trx: Trx, roots: readonly NewRoot[]): Promise<void> => {
  const pairs = roots.flatMap(({ key, parts }) => parts.map((part) => [key, part] as const));
  for (const rows of chunked(pairs, ROWS_PER_INSERT)) {
    await sql`
      insert into root_part (root, part)
      select * from unnest(
        ${rows.map(([root]) => bytesOfKey(root))}::bytea[], ${rows.map(([, part]) => bytesOfKey(part))}::bytea[]
      )
      on conflict do nothing
    `.execute(trx);
  }
};
