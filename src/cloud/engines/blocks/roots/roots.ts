/** Finds, locks and drops roots. */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { Db, Trx } from "../../database/database.ts";
import type { ImportedTree } from "../blocks.ts";
import { cidKey, cidText } from "../dag/cid.ts";

/** Returns the existing import under this root. */
export const findRoot = async (db: Db, root: CID): Promise<ImportedTree | undefined> => {
  const row = await db
    .selectFrom("root")
    .select(["file_count", "size_bytes"])
    .where("cid", "=", cidKey(root))
    .executeTakeFirst();
  return row && { cid: cidText(root), fileCount: row.file_count, sizeBytes: Number(row.size_bytes) };
};

/** Locks a root's row. Returns false if it does not exist. `share` only waits for a transaction that drops it. */
export const lockRoot = async (trx: Trx, root: CID, mode: "share" | "update"): Promise<boolean> => {
  const query = trx.selectFrom("root").select("cid").where("cid", "=", cidKey(root));
  const row = await (mode === "share" ? query.forKeyShare() : query.forUpdate()).executeTakeFirst();
  return row !== undefined;
};

/**
 * Locks roots exclusively, in one order. Those that another transaction uses are in neither list: waiting for them while
 * others are locked would be a deadlock.
 */
export const seizeRoots = async (
  trx: Trx,
  keys: readonly Buffer[],
): Promise<{ seized: Buffer[]; missing: Buffer[] }> => {
  const asked = trx.selectFrom("root").select("cid").where("cid", "=", anyOf(keys));
  const locked = await asked.orderBy("cid").forUpdate().skipLocked().execute();
  const present = new Set((await asked.execute()).map(({ cid }) => cid.toString("latin1")));
  return { seized: locked.map(({ cid }) => cid), missing: keys.filter((key) => !present.has(key.toString("latin1"))) };
};

/** Above this number, block caches are cleared completely. */
const REMOVED_CIDS_MAX = 10_000;

export interface Dropped {
  /** The unreferenced blobs, whose rows are removed too. */
  readonly blobIds: readonly string[];
  /** The removed blocks, unless there are too many; another blob may contain the same ones. */
  readonly removed: readonly CID[] | "many";
  readonly parts: readonly string[];
}

/** Removes roots, except those that another root contains. */
export const dropRoots = async (trx: Trx, keys: readonly Buffer[]): Promise<Dropped> => {
  const containers = trx.selectFrom("root_part").select("part").distinct().where("part", "=", anyOf(keys));
  const contained = new Set((await containers.execute()).map(({ part }) => part.toString("latin1")));
  const free = keys.filter((key) => !contained.has(key.toString("latin1")));
  const parts = await trx.deleteFrom("root_part").where("root", "=", anyOf(free)).returning("part").execute();
  const dropped = await trx.deleteFrom("root").where("cid", "=", anyOf(free)).returning(["cid", "blob_id"]).execute();
  const blobs = await dropBlobs(trx, [...new Set(dropped.flatMap(({ blob_id: id }) => id ?? []))]);
  const inDatabase = dropped.flatMap(({ cid, blob_id: id }) => (id === null ? CID.decode(cid) : []));
  return {
    blobIds: blobs.ids,
    removed: blobs.removed === "many" ? "many" : [...inDatabase, ...blobs.removed],
    parts: parts.map(({ part }) => CID.decode(part).toString()),
  };
};

/** Removes the blobs without a root. Locks them in one order. */
const dropBlobs = async (
  trx: Trx,
  ids: readonly string[],
): Promise<Pick<Dropped, "removed"> & { readonly ids: readonly string[] }> => {
  if (ids.length === 0) return { ids, removed: [] };
  const all = sql<string>`any(${[...ids]}::uuid[])`;
  await trx.selectFrom("blob").select("id").where("id", "=", all).orderBy("id").forUpdate().execute();
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::uuid[]) as given (id) where not exists (select from root where blob_id = given.id)
  `.execute(trx);
  const unused = rows.map(({ id }) => id);
  const those = sql<string>`any(${unused}::uuid[])`;
  const blocks = await trx
    .selectFrom("block")
    .select("cid")
    .where("blob_id", "=", those)
    .limit(REMOVED_CIDS_MAX + 1)
    .execute();
  await trx.deleteFrom("blob").where("id", "=", those).execute();
  return {
    ids: unused,
    removed: blocks.length > REMOVED_CIDS_MAX ? "many" : blocks.map(({ cid }) => CID.decode(cid)),
  };
};

const anyOf = (keys: readonly Buffer[]) => sql<Buffer>`any(${[...keys]}::bytea[])`;
