import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testBuckets } from "../../../../tests/support/storage/buckets.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import type { Trx } from "../../engines/database/database.ts";
import { openJobs } from "../../engines/jobs/open.ts";
import { createRemovals } from "./removals.ts";

test("a stopped removal keeps the remaining files, and stays stopped", async () => {
  const { db, database, bucket, buckets, teamId, put } = await testBuckets();
  const jobs = await openJobs(database, pino({ level: "silent" }));
  atFileEnd(() => jobs.close(0));
  const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work);
  for (let number = 0; number < 510; number += 1) await put(`old/${number}`, "x");
  const removals = createRemovals(
    { database, jobs },
    {
      ...buckets,
      removeObjects: async (from, keys) => {
        const removed = await buckets.removeObjects(from, keys);
        const { id } = await db.selectFrom("bucket_removal").select("id").executeTakeFirstOrThrow();
        await transact((trx) => removals.stop(trx, teamId, id));
        return removed;
      },
    },
  );
  await removals.define();
  const { id, total } = await transact((trx) => removals.start(trx, bucket, "old/", false));
  expect(total).toBe(510);
  await removals.work();
  const shown = () => removals.show(db, teamId, id);
  await expect.poll(shown).toMatchObject({ state: "stopped", removed: 500 });
  const { left } = await db
    .selectFrom("bucket_object")
    .select((eb) => eb.fn.countAll<bigint>().as("left"))
    .where("bucket_id", "=", bucket.id)
    .executeTakeFirstOrThrow();
  expect(left).toBe(10n);
  await expect(transact((trx) => removals.stop(trx, randomUUID(), id))).rejects.toMatchObject({ status: 404 });
});
