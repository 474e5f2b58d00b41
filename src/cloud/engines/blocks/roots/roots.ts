/** Finds, locks and drops roots. */
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

/** Above this number, block caches are cleared completely. */
const REMOVED_CIDS_MAX = 10_000;

export interface Dropped {
  /** The unreferenced blob, whose rows are removed too. */
  readonly blobId: string | undefined;
  /** The removed blocks, unless there are too many; another blob may contain the same ones. */
  readonly removed: readonly CID[] | "many";
  readonly parts: readonly string[];
}

/** Removes a root, unless another root contains it. */
export const dropRoot = async (trx: Trx, root: CID): Promise<Dropped | undefined> => {
  const key = cidKey(root);
  const container = await trx
    .selectFrom("root_part")
    .select("root")
    .where("part", "=", key)
    .limit(1)
    .executeTakeFirst();
  if (container) return undefined;
  const parts = await trx.deleteFrom("root_part").where("root", "=", key).returning("part").execute();
  const dropped = await trx.deleteFrom("root").where("cid", "=", key).returning("blob_id").executeTakeFirst();
  const blob = dropped?.blob_id ? await dropBlob(trx, dropped.blob_id) : { blobId: undefined, removed: [root] };
  return { ...blob, parts: parts.map(({ part }) => CID.decode(part).toString()) };
};

/** Removes the blob if no root is left in it. */
const dropBlob = async (trx: Trx, id: string): Promise<Pick<Dropped, "blobId" | "removed">> => {
  await trx.selectFrom("blob").select("id").where("id", "=", id).forUpdate().execute();
  const other = await trx.selectFrom("root").select("cid").where("blob_id", "=", id).limit(1).executeTakeFirst();
  if (other) return { blobId: undefined, removed: [] };
  const rows = await trx
    .selectFrom("block")
    .select("cid")
    .where("blob_id", "=", id)
    .limit(REMOVED_CIDS_MAX + 1)
    .execute();
  await trx.deleteFrom("blob").where("id", "=", id).execute();
  return { blobId: id, removed: rows.length > REMOVED_CIDS_MAX ? "many" : rows.map(({ cid }) => CID.decode(cid)) };
};
