/** Syncs whole buckets to Arweave. Enabling it queues existing files; disabling it first finishes the queue. */
import { sql } from "kysely";
import type { ArweaveSyncState } from "../../../../resources/storage/arweave-calls.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Bucket, StoredObject } from "../buckets/service.ts";
import { queueObject } from "./objects.ts";
import type { Deps } from "./deps.ts";
import { countOf } from "../../kernel/calls/list-query.ts";

const scannedAtOnce = 500;

/** Turns sync on or off. Idempotent; turning it on again rescans the bucket. */
export const setSync = async (
  { buckets }: Pick<Deps, "buckets">,
  trx: Trx,
  bucket: Bucket,
  sync: boolean,
): Promise<ArweaveSyncState> => {
  await buckets.setArweaveSync(trx, bucket.id, sync);
  if (sync) {
    await sql`
      insert into arweave_bucket as known (bucket_id, team_id, name, state, scanned_key)
      values (${bucket.id}, ${bucket.teamId}, ${bucket.name}, 'on', '')
      on conflict (bucket_id) do update set state = 'on', scanned_key = case when known.state = 'on' then known.scanned_key else '' end
    `.execute(trx);
    return "on";
  }
  await trx
    .updateTable("arweave_bucket")
    .set({ state: "closing", scanned_key: null })
    .where("bucket_id", "=", bucket.id)
    .execute();
  await closeEmptied(trx, bucket.id);
  return (await syncOf(trx, bucket.id)).state;
};

export const syncOf = async (
  db: Db,
  bucketId: string,
): Promise<{ readonly state: ArweaveSyncState; readonly syncing: number }> => {
  const bucket = await db
    .selectFrom("arweave_bucket")
    .select("state")
    .where("bucket_id", "=", bucketId)
    .executeTakeFirst();
  const syncing = await countOf(
    db.selectFrom("arweave_object").where("bucket_id", "=", bucketId).where("state", "=", "syncing"),
  );
  return { state: bucket?.state ?? "off", syncing };
};

/** Queues written objects of synced buckets, in the transaction that puts them. Returns whether any were queued. */
export const queueWritten = async (
  trx: Trx,
  teamId: string,
  written: readonly { readonly bucketId: string; readonly object: StoredObject }[],
): Promise<boolean> => {
  const ids = [...new Set(written.map(({ bucketId }) => bucketId))];
  const on = await trx
    .selectFrom("arweave_bucket")
    .select(["bucket_id", "name"])
    .where("bucket_id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("state", "=", "on")
    .execute();
  const names = new Map(on.map(({ bucket_id, name }) => [bucket_id, name]));
  const wanted = written.filter(({ bucketId }) => names.has(bucketId));
  for (const { bucketId, object } of wanted)
    await queueObject(trx, { id: bucketId, teamId, name: names.get(bucketId)! }, object);
  return wanted.length > 0;
};

/** Queues the next page of each synced bucket's existing objects. Returns false when all buckets are scanned. */
export const scanBuckets = async ({ engines: { database }, buckets }: Deps): Promise<boolean> => {
  const { db } = database;
  const waiting = await db
    .selectFrom("arweave_bucket")
    .selectAll()
    .where("state", "=", "on")
    .where("scanned_key", "is not", null)
    .execute();
  for (const { bucket_id, name, scanned_key } of waiting) {
    const bucket = await buckets.find(name);
    if (bucket?.id !== bucket_id) {
      await db.deleteFrom("arweave_bucket").where("bucket_id", "=", bucket_id).execute();
      continue;
    }
    const page = await buckets.list(bucket, { prefix: "", delimiter: "", after: scanned_key!, limit: scannedAtOnce });
    await db.transaction().execute(async (trx) => {
      for (const object of page.entries) await queueObject(trx, bucket, object);
      await trx
        .updateTable("arweave_bucket")
        .set({ scanned_key: page.next ?? null })
        .where("bucket_id", "=", bucket_id)
        .where("scanned_key", "=", scanned_key)
        .execute();
    });
  }
  return waiting.length > 0;
};

/** Closes closing buckets without pending uploads. */
export const closeEmptied = async (db: Db, bucketId?: string): Promise<void> => {
  await sql`
    delete from arweave_bucket where state = 'closing' and (${bucketId ?? null}::uuid is null or bucket_id = ${bucketId ?? null}::uuid)
    and not exists (
      select from arweave_object where arweave_object.bucket_id = arweave_bucket.bucket_id and arweave_object.state = 'syncing'
    )
  `.execute(db);
};
