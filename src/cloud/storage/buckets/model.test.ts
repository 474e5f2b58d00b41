/** Random operations, compared with a simple model and run concurrently. */
import { sql } from "kysely";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { piecesOf, plain, testBuckets, type TestBuckets } from "../../../../tests/support/storage/buckets.ts";
import { AppError } from "../../kernel/app-error.ts";
import { compareKeys } from "./read/list.ts";
import type { Deleted, StoredObject } from "./model.ts";

/** Deterministic pseudorandom numbers (mulberry32). */
const seeded = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const keys = ["a", "a/b", "a/b/c", "a//", "b", "ü", "🦊/1", "~"];
const contents = ["", "one", "two", "three", "x".repeat(70_000)];

/** Compares the counters with a count of the rows. */
const recount = async ({ db, bucket, teamId }: TestBuckets) => {
  const { rows } = await sql<{
    counted: bigint;
    bytes: bigint;
    objects: bigint;
    size: bigint;
    distinct: bigint;
    level: bigint;
    version_count: bigint;
    versions: bigint;
  }>`
    with kept as (
      select bucket_id, cid, size_bytes from bucket_object union all select bucket_id, cid, size_bytes from bucket_version
    )
    select bucket.object_count as counted, bucket.size_bytes as bytes, bucket.version_count,
      (select count(*) from kept where bucket_id = bucket.id) as objects,
      (select count(*) from bucket_version where bucket_id = bucket.id) as versions,
      (select coalesce(sum(size_bytes), 0)::int8 from kept where bucket_id = bucket.id) as size,
      (select coalesce(sum(size_bytes), 0)::int8
        from (select distinct cid, size_bytes from kept where bucket_id = bucket.id) as different) as distinct,
      coalesce((select size_bytes from storage_level where team_id = ${teamId} and resource = 'IPFS_STORAGE'), 0)::int8 as level
    from bucket where id = ${bucket.id}
  `.execute(db);
  const { counted, bytes, objects, size, distinct, level, version_count: versions, ...row } = rows[0]!;
  expect({ counted, bytes, level, versions }).toEqual({
    counted: objects,
    bytes: size,
    level: distinct,
    versions: row.versions,
  });
};

test("after random operations a bucket matches a simple model, and its counters are exact", async () => {
  const on = await testBuckets({ allowedBytes: 140_010 });
  const { buckets, bucket, put } = on;
  const random = seeded(20_261_121);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const model = new Map<string, string>();
  const fits = (next: ReadonlyMap<string, string>): boolean =>
    [...new Set(next.values())].reduce((sum, content) => sum + content.length, 0) <= 140_010;

  for (let step = 0; step < 80; step += 1) {
    const [key, other, content] = [pick(keys), pick(keys), pick(contents)];
    const source = await buckets.head(bucket, other);
    const next = new Map(model);
    const operation = pick<() => Promise<unknown>>([
      () => (next.set(key, content), put(key, content)),
      () => (next.set(key, content), put(key, content)),
      () => (next.delete(key), next.delete(other), buckets.removeObjects(bucket, [key, other])),
      () => (
        source && next.set(key, model.get(other)!),
        source ? buckets.copy({ object: source }, bucket, key) : Promise.resolve()
      ),
      async () => {
        if (!model.has(key)) next.set(key, content);
        const written = buckets.put(bucket, key, await on.receive(content), plain, { ifNoneMatch: "*" });
        if (model.has(key)) await expect(written).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
        else await written;
      },
    ]);
    await operation();
    expect(fits(next)).toBe(true);
    model.clear();
    for (const [name, value] of next) model.set(name, value);
    const { entries } = await buckets.list(bucket, { prefix: "", delimiter: "", after: "", limit: 100 });
    expect(entries.map((entry) => entry.key)).toEqual([...model.keys()].toSorted(compareKeys));
  }
  for (const [key, content] of model) expect(await on.content(key)).toBe(content);
  await recount(on);
  await on.contentOwners.clear();
  for (const [key, content] of model) expect(await on.content(key)).toBe(content);
  await buckets.removeObjects(bucket, keys);
  await on.contentOwners.clear();
  expect((await on.blocks.totals()).files).toBe(0);
});

interface Kept {
  readonly id: string;
  /** undefined for a delete marker. */
  readonly content: string | undefined;
}

test("after random operations a versioned bucket matches a simple model of all its versions", async () => {
  const on = await testBuckets();
  const { bucket, put } = on;
  const random = seeded(90);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  /** Versions of each key, the latest first. */
  const model = new Map<string, Kept[]>();
  let state: "off" | "Enabled" | "Suspended" = "off";
  const written = (key: string, id: string, content: string | undefined): void => {
    const before = (model.get(key) ?? []).filter((version) => version.id !== id);
    model.set(key, state === "off" && content === undefined ? [] : [{ id, content }, ...before]);
  };
  for (let step = 0; step < 160; step += 1) {
    if (step % 40 === 20) {
      state = state === "Enabled" ? "Suspended" : "Enabled";
      await on.buckets.setVersioning(bucket, state);
    }
    const [key, content] = [pick(keys.slice(0, 5)), pick(contents)];
    const kind = random(state === "off" ? 3 : 5);
    if (kind < 2) written(key, (await put(key, content)).versionId ?? "null", content);
    else if (kind === 2) {
      const [deleted] = await on.buckets.deleteVersions(bucket, [{ key }]);
      written(key, (deleted as Deleted).markerId ?? "null", undefined);
    } else {
      const versions = pick([...model.values()].filter(({ length }) => length > 0)) ?? [];
      const from = [...model].find(([, kept]) => kept === versions)?.[0];
      const version = versions[random(versions.length)];
      if (from === undefined || !version) continue;
      await on.buckets.deleteVersions(bucket, [{ key: from, versionId: version.id }]);
      model.set(
        from,
        versions.filter((one) => one !== version),
      );
    }
    if (step % 10 > 0) continue;
    const limit = 1 + random(4);
    const found: string[] = [];
    let [after, afterVersion]: [string | undefined, string | undefined] = ["", undefined];
    while (after !== undefined) {
      const page = await on.buckets.listVersions(bucket, { prefix: "", delimiter: "", after, afterVersion, limit });
      found.push(...page.entries.map((entry) => `${entry.key} ${entry.versionId} ${entry.isLatest}`));
      [after, afterVersion] = [page.next, page.nextVersion];
    }
    expect(found).toEqual(
      [...model]
        .toSorted(([a], [b]) => compareKeys(a, b))
        .flatMap(([name, kept]) => kept.map(({ id }, at) => `${name} ${id} ${at === 0}`)),
    );
    await recount(on);
  }
  await on.contentOwners.clear();
  for (const [key, kept] of model) {
    expect((await on.buckets.head(bucket, key)) !== undefined).toBe(kept[0]?.content !== undefined);
    for (const { id, content } of kept) {
      const version = (await on.buckets.findVersion(bucket, key, id))!;
      expect(version.isMarker ? undefined : await textOf(on, version)).toBe(content);
    }
  }
  const all = [...model].flatMap(([key, kept]) => kept.map(({ id }) => ({ key, versionId: id })));
  await on.buckets.deleteVersions(bucket, all);
  await recount(on);
  await on.contentOwners.clear();
  expect((await on.blocks.totals()).files).toBe(0);
});

test("concurrent puts, deletes and permanent deletes by two processes leave exact counters", async () => {
  const on = await testBuckets();
  const { bucket } = on;
  await on.buckets.setVersioning(bucket, "Enabled");
  const random = seeded(91);
  const processes = [on.buckets, on.open()];
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const everything = { prefix: "", delimiter: "", after: "", limit: 1000 };
  const act = async (): Promise<void> => {
    const buckets = pick(processes);
    const [key, content, kind] = [pick(keys.slice(0, 3)), pick(contents), random(4)];
    if (kind === 0) return void (await buckets.removeObjects(bucket, [key]));
    if (kind === 1) {
      const { entries } = await buckets.listVersions(bucket, everything);
      return void (await buckets.deleteVersions(bucket, entries.slice(0, 2)));
    }
    const body = await buckets.receive(piecesOf(Buffer.from(content)), { teamId: on.teamId, checksums: [] });
    await buckets.put(bucket, key, body, plain);
  };
  await Promise.all([
    ...Array.from({ length: 120 }, act),
    ...Array.from({ length: 3 }, () => on.contentOwners.clear()),
  ]);
  await recount(on);
  await on.contentOwners.clear();
  const { entries } = await on.buckets.listVersions(bucket, everything);
  for (const entry of entries) if (!entry.isMarker) expect(contents).toContain(await textOf(on, entry));
  await on.buckets.deleteVersions(bucket, entries);
  await recount(on);
  processes[1]!.close();
});

test("concurrent puts, copies and deletes by two processes leave a consistent result and no leftovers", async () => {
  const on = await testBuckets();
  const { bucket } = on;
  const random = seeded(7);
  const processes = [on.buckets, on.open()];
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const act = async (): Promise<void> => {
    const buckets = pick(processes);
    const [key, other, content] = [pick(keys.slice(0, 3)), pick(keys.slice(0, 3)), pick(contents)];
    const kind = random(4);
    if (kind === 0) return void (await buckets.removeObjects(bucket, [key, other]));
    const source = kind === 1 ? await buckets.head(bucket, other) : undefined;
    if (source) return void (await buckets.copy({ object: source }, bucket, key).catch(unlessMissing));
    const body = await buckets.receive(piecesOf(Buffer.from(content)), { teamId: on.teamId, checksums: [] });
    await buckets.put(bucket, key, body, plain);
  };
  const clearing = Array.from({ length: 5 }, () => on.contentOwners.clear());
  await Promise.all([...Array.from({ length: 120 }, act), ...clearing]);
  await recount(on);
  await on.contentOwners.clear();
  const { entries } = await on.buckets.list(bucket, { prefix: "", delimiter: "", after: "", limit: 100 });
  for (const entry of entries) expect(contents).toContain(await textOf(on, entry));
  await on.buckets.removeObjects(bucket, keys);
  await on.contentOwners.clear();
  expect(await on.storedBytes()).toBe(0n);
  expect((await on.blocks.totals()).storedBytes).toBe(0);
  processes[1]!.close();
});

const textOf = async ({ buckets }: TestBuckets, object: StoredObject): Promise<string> =>
  text(await buckets.read(object));

/** The source of a copy can be deleted concurrently. */
const unlessMissing = (error: unknown): void => {
  if (!(error instanceof AppError) || error.code !== "OBJECT_MISSING") throw error;
};
