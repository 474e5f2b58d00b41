import { expect, test } from "vitest";
import { testBuckets } from "../../../../../tests/support/storage/buckets.ts";
import { createLookUp } from "./look-up.ts";

test("lookups requested during a query share the next query", async () => {
  const { db, bucket, put } = await testBuckets();
  for (const key of ["a", "b", "c"]) await put(key, `content of ${key}`);
  const queries: unknown[] = [];
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const lookUp = createLookUp(counting);
  const keys = ["a", "b", "c", "none", "a"];
  const rows = await Promise.all(keys.map((key) => lookUp({ bucketId: bucket.id, key })));
  expect(rows.map((row) => row?.key)).toEqual(["a", "b", "c", undefined, "a"]);
  expect(queries).toHaveLength(2);
});

test("a read after an acknowledged change sees it, even while lookups are running", async () => {
  const { buckets, bucket, put } = await testBuckets();
  const lookups = Array.from({ length: 50 }, () => buckets.head(bucket, "changing"));
  const { etag } = await put("changing", "one");
  expect((await buckets.head(bucket, "changing"))!.etag).toBe(etag);
  const before = Array.from({ length: 50 }, () => buckets.head(bucket, "changing"));
  await buckets.removeObjects(bucket, ["changing"]);
  expect(await buckets.head(bucket, "changing")).toBeUndefined();
  await Promise.all([...lookups, ...before]);
});

test("a failed lookup rejects all waiting requests, and the next one runs again", async () => {
  const { database, db, bucket, put } = await testBuckets();
  await put("kept", "here");
  const lookUp = createLookUp(db);
  await database.pool.query("alter table bucket_object rename to bucket_object_away");
  const failing = await Promise.allSettled(["kept", "kept"].map((key) => lookUp({ bucketId: bucket.id, key })));
  expect(failing.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await database.pool.query("alter table bucket_object_away rename to bucket_object");
  expect((await lookUp({ bucketId: bucket.id, key: "kept" }))?.key).toBe("kept");
});
