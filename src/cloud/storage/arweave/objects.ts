/** Objects to store on Arweave: queued, admitted after the allowance check, and removed from the queue. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { arweaveBytesMax } from "../../../../resources/storage/arweave-limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Bucket, StoredObject } from "../buckets/service.ts";
import { refund, queueItems } from "./items.ts";
import type { Deps } from "./deps.ts";

export type ObjectRow = RowOf<"arweave_object">;

const admittedAtOnce = 200;
const tooLarge = "Files on Arweave are limited to 100 MB.";
const noAllowance = "Insufficient AR storage. Deposit, then retry.";

/** Queues a version of an object. Synced and syncing versions are unchanged; failed ones are queued again. */
export const queueObject = async (
  trx: Trx,
  bucket: Pick<Bucket, "id" | "teamId" | "name">,
  object: StoredObject,
): Promise<ObjectRow> => {
  const contentType = object.contentType ?? "application/octet-stream";
  const { rows } = await sql<ObjectRow>`
    insert into arweave_object as known (id, team_id, bucket_id, bucket, key, cid, content_type, size_bytes, state)
    values (${randomUUID()}, ${bucket.teamId}, ${bucket.id}, ${bucket.name}, ${object.key}, ${object.cid}, ${contentType},
      ${object.sizeBytes}, 'syncing')
    on conflict (bucket_id, key, cid, content_type) do update set
      state = case when known.state in ('failure', 'timeout') then 'syncing' else known.state end,
      item_id = case when known.state in ('failure', 'timeout') then null else known.item_id end,
      reason = case when known.state in ('failure', 'timeout') then null else known.reason end,
      changed_at = now()
    returning *
  `.execute(trx);
  return rows[0]!;
};

/** Checks the allowance and passes the object to the uploader. Throws OBJECT_TOO_LARGE or ALLOWANCE_USED_UP. */
export const admitObject = async ({ allowance, timeoutSeconds }: Deps, trx: Trx, row: ObjectRow): Promise<void> => {
  if (row.item_id !== null || row.state !== "syncing") return;
  if (row.size_bytes > BigInt(arweaveBytesMax)) throw new AppError("OBJECT_TOO_LARGE", { message: tooLarge });
  const file = { source: row.cid, contentType: row.content_type, sizeBytes: Number(row.size_bytes) };
  const [item] = await queueItems(trx, [file], { allowance, teamId: row.team_id, kept: false, timeoutSeconds });
  await trx
    .updateTable("arweave_object")
    .set({ item_id: item!.id, ...(item!.state === "confirmed" && { state: "synced" as const }) })
    .where("id", "=", row.id)
    .execute();
};

/**
 * Admits objects that buckets queued automatically; rejected rows contain the reason. False when nothing was queued.
 */
export const admitQueued = async (deps: Deps): Promise<boolean> => {
  const { db } = deps.engines.database;
  const queued = await db
    .selectFrom("arweave_object")
    .select("id")
    .where("state", "=", "syncing")
    .where("item_id", "is", null)
    .orderBy("created_at")
    .limit(admittedAtOnce)
    .execute();
  for (const { id } of queued) {
    try {
      await db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom("arweave_object")
          .selectAll()
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        if (row) await admitObject(deps, trx, row);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await refuse(db, id, error.code === "ALLOWANCE_USED_UP" ? noAllowance : error.message);
    }
  }
  return queued.length > 0;
};

const refuse = async (db: Db, id: string, reason: string): Promise<void> => {
  await db
    .updateTable("arweave_object")
    .set({ state: "failure", reason, changed_at: new Date() })
    .where("id", "=", id)
    .execute();
};

/**
 * Removes an object's unsigned versions from the queue. Returns false if there were none: signed uploads can't be
 * stopped.
 */
export const stopObject = async ({ allowance }: Deps, trx: Trx, bucketId: string, key: string): Promise<boolean> => {
  const rows = await trx
    .selectFrom("arweave_object")
    .leftJoin("arweave_item", "arweave_item.id", "arweave_object.item_id")
    .select(["arweave_object.id", "arweave_object.item_id"])
    .where("bucket_id", "=", bucketId)
    .where("key", "=", key)
    .where("arweave_object.state", "=", "syncing")
    .where((eb) => eb.or([eb("arweave_item.state", "is", null), eb("arweave_item.state", "=", "waiting")]))
    .execute();
  for (const { id, item_id } of rows) {
    await trx.deleteFrom("arweave_object").where("id", "=", id).execute();
    if (item_id) await dropUnwanted(trx, allowance, item_id);
  }
  return rows.length > 0;
};

/** Removes an item that is no longer referenced and not signed yet. */
const dropUnwanted = async (trx: Trx, allowance: Deps["allowance"], id: string): Promise<void> => {
  const item = await trx.selectFrom("arweave_item").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!item || item.state !== "waiting" || item.kept) return;
  const other = trx.selectFrom("arweave_object").select("id").where("item_id", "=", id).limit(1);
  if (await other.executeTakeFirst()) return;
  await refund(trx, allowance, item);
  await trx.deleteFrom("arweave_item").where("id", "=", id).execute();
};
