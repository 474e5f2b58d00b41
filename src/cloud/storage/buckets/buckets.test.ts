import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { testBuckets } from "../../../../tests/support/storage/buckets.ts";
import { bucketEvent } from "../../../../resources/storage/buckets.ts";
import { bucketEventMs, bucketsPerTeam } from "../../../../resources/storage/limits.ts";
import { createEvents } from "./events.ts";

test("every bucket name that S3 accepts is valid, and no other", async () => {
  const { buckets, teamId } = await testBuckets();
  for (const name of ["abc", "0-9", "a".repeat(63), "a.b", "1.2.3.4.5", "a-.b"])
    expect((await buckets.create(teamId, name)).name).toBe(name);
  const addressed = ["a..b", ".ab", "ab.", "10.0.0.1", "xn--a", "a-s3alias", "b--ol-s3"];
  for (const name of ["ab", "a".repeat(64), "-abc", "abc-", "Abc", "a_b", "", "ab\n", "äbc", ...addressed])
    await expect(buckets.create(teamId, name), name).rejects.toMatchObject({ code: "BUCKET_NAME_INVALID" });
});

test("bucket names are unique on the instance, and reserved names are rejected", async () => {
  const { buckets, bucket, teamId, makeTeam } = await testBuckets();
  await expect(buckets.create(teamId, bucket.name)).rejects.toMatchObject({ code: "BUCKET_OWNED" });
  await expect(buckets.create(await makeTeam(), bucket.name)).rejects.toMatchObject({ code: "BUCKET_TAKEN" });
  await expect(buckets.create(teamId, "ipfs")).rejects.toMatchObject({ code: "BUCKET_TAKEN" });
  const teams = await Promise.all(Array.from({ length: 4 }, () => makeTeam()));
  const raced = await Promise.allSettled(teams.map((team) => buckets.create(team, "one-name")));
  expect(raced.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a team has at most 100 buckets, even with concurrent requests", async () => {
  const { buckets, db, makeTeam } = await testBuckets();
  const team = await makeTeam();
  const rows = Array.from({ length: bucketsPerTeam - 2 }, (_, number) => ({
    id: randomUUID(),
    team_id: team,
    name: `many-${number}`,
    cors: null,
    policy: null,
  }));
  await db.insertInto("bucket").values(rows).execute();
  const raced = await Promise.allSettled(
    Array.from({ length: 6 }, (_, number) => buckets.create(team, `more-${number}`)),
  );
  expect(raced.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await buckets.listOf(team)).toHaveLength(bucketsPerTeam);
  await expect(buckets.create(team, "one-more")).rejects.toMatchObject({ code: "BUCKETS_LIMIT" });
});

test("policy and CORS changes apply immediately", async () => {
  const { buckets, bucket } = await testBuckets();
  const rule = { allowedOrigins: ["*"], allowedMethods: ["GET"], allowedHeaders: [], exposeHeaders: ["ETag"] };
  expect(await buckets.find(bucket.name)).toEqual(bucket);
  await expect(buckets.setPolicy(bucket, "{}")).rejects.toMatchObject({ code: "BUCKET_PRIVATE" });
  await buckets.setAccess(bucket, { visibility: "public" });
  await buckets.setPolicy(bucket, "{}");
  await buckets.setCors(bucket, [rule]);
  expect(await buckets.find(bucket.name)).toMatchObject({ policy: "{}", cors: [rule] });
  await buckets.setPolicy(bucket, undefined);
  await buckets.setCors(bucket, undefined);
  await buckets.setAccess(bucket, { visibility: "private" });
  expect(await buckets.find(bucket.name)).toEqual(bucket);
});

test("removing a team removes its buckets, objects, uploads and parts", async () => {
  const on = await testBuckets();
  const { buckets, bucket, db, teamId, contentOwners, blocks } = on;
  await on.put("file", "some bytes");
  const upload = await buckets.createUpload(bucket, { key: "part", attributes: { metadata: {}, tags: {} } });
  await buckets.putPart(bucket, upload, 1, await on.receive("part"));
  const clear = await db.transaction().execute(async (trx) => {
    const after = await buckets.removeTeam(trx, teamId);
    await contentOwners.removeTeam(trx, teamId);
    await trx.deleteFrom("team").where("id", "=", teamId).execute();
    return after;
  });
  await clear();
  await contentOwners.clear();
  expect(await buckets.find(bucket.name)).toBeUndefined();
  expect((await blocks.totals()).files).toBe(0);
  for (const table of ["bucket", "bucket_object", "bucket_upload", "bucket_part"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test("the team's browsers are notified of object changes immediately, then at most once a second", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: unknown[] = [];
  const events = createEvents({ toTeam: (...words) => void told.push(words) });
  const bucket = { id: "1", teamId: "team", name: "one" };
  for (let change = 0; change < 5; change += 1) events.changed(bucket);
  expect(told).toEqual([["team", bucketEvent, { bucket: "one" }]]);
  vi.advanceTimersByTime(bucketEventMs);
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(10 * bucketEventMs);
  expect(told).toHaveLength(2);
  events.changed(bucket);
  expect(told).toHaveLength(3);
  events.close();
});

test("putting an object notifies the team's browsers", async () => {
  const on = await testBuckets();
  await on.put("a", "1");
  expect(on.told).toEqual([on.bucket.name]);
});
