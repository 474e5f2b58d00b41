import { expect, test } from "vitest";
import { plain, testBuckets } from "../../../../tests/support/storage/buckets.ts";
import type { LifecycleRule } from "../../../../resources/storage/bucket-rules.ts";
import type { Attributes } from "./model.ts";

const dayMs = 86_400_000;
/** The first midnight at which `days` have passed for everything written so far. */
const after = (days: number): Date => new Date((Math.floor(Date.now() / dayMs) + 1 + days) * dayMs);

/** A bucket to which rules are applied, and which lists what is left. */
const ruled = async () => {
  const on = await testBuckets();
  const { buckets, bucket, teamId } = on;
  const put = async (key: string, content: string, attributes: Attributes = plain) =>
    buckets.put(bucket, key, await on.receive(content), attributes);
  const apply = (at: Date, ...rules: readonly Omit<LifecycleRule, "id" | "enabled">[]) =>
    buckets.applyLifecycle(
      { ...bucket, teamId, lifecycle: rules.map((rule, number) => ({ id: `${number}`, enabled: true, ...rule })) },
      at,
    );
  const left = async () => {
    const { entries } = await buckets.listVersions(bucket, { prefix: "", delimiter: "", after: "", limit: 1000 });
    return entries.map(({ key, isMarker, isLatest }) => `${key}${isMarker ? "!" : ""}${isLatest ? "" : " old"}`);
  };
  const contentOf = async (key: string) => on.content(key);
  return { ...on, put, apply, left, contentOf };
};

test("expires files by age, date, prefix, tag and size, and nothing else", async () => {
  const { put, apply, left } = await ruled();
  await put("logs/a", "x");
  await put("logs/b", "x", { metadata: {}, tags: { keep: "no", of: "b" } });
  await put("logs/large", "x".repeat(100));
  await put("other", "x");
  await apply(after(6), { prefix: "logs/", expireDays: 7 });
  expect(await left()).toHaveLength(4);
  await apply(after(7), { prefix: "logs/", tags: { keep: "no" }, expireDays: 7 });
  expect(await left()).toEqual(["logs/a", "logs/large", "other"]);
  await apply(after(7), { prefix: "logs/", sizeAbove: 99, sizeBelow: 101, expireDays: 7 });
  expect(await left()).toEqual(["logs/a", "other"]);
  await apply(after(7), { sizeAbove: 1, expireDays: 1 });
  expect(await left()).toEqual(["logs/a", "other"]);
  await apply(after(0), { prefix: "oth", expireDate: after(1).toISOString() });
  expect(await left()).toEqual(["logs/a", "other"]);
  await apply(after(1), { prefix: "oth", expireDate: after(1).toISOString() });
  expect(await left()).toEqual(["logs/a"]);
});

test("a disabled rule and a rule with a future date do nothing", async () => {
  const { buckets, bucket, put, apply, left } = await ruled();
  await put("a", "x");
  await buckets.applyLifecycle({ ...bucket, lifecycle: [{ id: "1", enabled: false, expireDays: 1 }] }, after(9));
  await apply(new Date(Date.now() - 1000), { expireDate: new Date(Date.now() + dayMs).toISOString() });
  expect(await left()).toEqual(["a"]);
});

test("in a versioned bucket, an expired file gets a delete marker, and old versions expire by age and number", async () => {
  const { buckets, bucket, put, apply, left, storedBytes } = await ruled();
  await buckets.setVersioning(bucket, "Enabled");
  for (const content of ["1", "22", "333", "4444"]) await put("a", content);
  await put("b", "b");
  await apply(after(5), { noncurrentDays: 5, noncurrentKept: 2 });
  expect(await left()).toEqual(["a", "a old", "a old", "b"]);
  await apply(after(4), { noncurrentDays: 5 });
  expect(await left()).toHaveLength(4);
  await apply(after(5), { expireDays: 5 });
  expect(await left()).toEqual(["a!", "a old", "a old", "a old", "b!", "b old"]);
  expect((await buckets.findVersion(bucket, "a"))?.isMarker).toBe(true);
  // A marker that hides versions is kept.
  await apply(after(5), { expireMarkers: true });
  expect(await left()).toHaveLength(6);
  await apply(after(5), { noncurrentDays: 1 }, { expireMarkers: true });
  expect(await left()).toEqual([]);
  expect(await storedBytes()).toBe(0n);
});

test("a locked version is never deleted by a rule", async () => {
  const { buckets, bucket, put, apply, left } = await ruled();
  await buckets.setVersioning(bucket, "Enabled");
  await buckets.setObjectLock(bucket, {});
  await put("a", "held");
  await buckets.setLock(bucket, "a", undefined, { legalHold: true });
  await put("a", "retained");
  const until = new Date(Date.now() + dayMs).toISOString();
  await buckets.setLock(bucket, "a", undefined, { retention: { mode: "GOVERNANCE", until } });
  await put("a", "free");
  await put("a", "current");
  await apply(after(9), { noncurrentDays: 1 });
  expect(await left()).toEqual(["a", "a old", "a old"]);
});

test("aborts unfinished uploads by age", async () => {
  const { buckets, bucket, apply } = await ruled();
  await buckets.createUpload(bucket, { key: "tmp/a", attributes: plain });
  await buckets.createUpload(bucket, { key: "b", attributes: plain });
  const uploads = async () =>
    (await buckets.listUploads(bucket, { prefix: "", delimiter: "", after: "", limit: 10 })).entries.map(
      ({ key }) => key,
    );
  await apply(after(1), { prefix: "tmp/", abortDays: 2 });
  expect(await uploads()).toHaveLength(2);
  await apply(after(2), { prefix: "tmp/", abortDays: 2 });
  expect(await uploads()).toEqual(["b"]);
});

test("a preview counts exactly what the next run deletes, and deletes nothing", async () => {
  const { buckets, bucket, put, left, db } = await ruled();
  await buckets.setVersioning(bucket, "Enabled");
  for (const content of ["1", "22", "333"]) await put("a", content);
  await put("b", "b");
  await buckets.removeObjects(bucket, ["b"]);
  await buckets.createUpload(bucket, { key: "c", attributes: plain });
  const rules: LifecycleRule[] = [{ id: "1", enabled: true, expireDate: after(0).toISOString(), noncurrentDays: 1 }];
  const preview = () => buckets.previewLifecycle(bucket, rules, db);
  expect(await preview()).toMatchObject({ files: 1, versions: 0, markers: 0, uploads: 0, bytes: 3 });
  expect((await preview()).list).toMatchObject([{ kind: "file", key: "a", size: 3 }]);
  expect(await left()).toHaveLength(5);
  const lifecycle = rules;
  await buckets.applyLifecycle({ ...bucket, lifecycle }, new Date((await preview()).runsAt * 1000));
  expect(await left()).toEqual(["a!", "a old", "a old", "a old", "b!", "b old"]);
});

test("the duty applies each bucket's rules once a day", async () => {
  const { buckets, bucket, put, left, db } = await ruled();
  await put("a", "x");
  const duty = buckets.duties.find(({ name }) => name === "Apply lifecycle rules of buckets")!;
  const run = () => duty.run(new AbortController().signal);
  await buckets.setLifecycle(bucket, [{ id: "1", enabled: true, expireDate: new Date(0).toISOString() }]);
  await run();
  expect(await left()).toEqual(["a"]);
  await db
    .updateTable("bucket")
    .set({ lifecycle_ran_at: new Date(0) })
    .where("id", "=", bucket.id)
    .execute();
  await run();
  expect(await left()).toEqual([]);
  await put("b", "x");
  await run();
  expect(await left()).toEqual(["b"]);
});
