import { createHash } from "node:crypto";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testBuckets } from "../../../../tests/support/storage/buckets.ts";
import { readConfig } from "../../config.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { createPinning } from "../pinning/service.ts";
import { openStanding } from "../../../../tests/support/billing/unlocks.ts";
import { generate } from "./generate.ts";
import { createSnapshots } from "./service.ts";
import { fake } from "../../../../tests/support/fake.ts";

const query = { prefix: "", size: 10 };

const withSnapshots = async () => {
  const on = await testBuckets();
  const { database, blocks, buckets, contentOwners, allowance, db, bucket, teamId } = on;
  const queued: string[] = [];
  const jobs = fake<Jobs>({
    send: async (_trx: unknown, _queue: string, { id }: { id: string }) => void queued.push(id),
  });
  const realtime = fake<Realtime>({ toTeam: () => undefined });
  const engines = { database, blocks, jobs, realtime };
  const config = readConfig({ DATA_DIR: on.dataDir });
  const pinning = createPinning(engines, {
    config,
    log: pino({ level: "silent" }),
    contentOwners,
    allowance,
    standing: openStanding(),
    dial: () => Promise.reject(new Error("Nothing is to be fetched.")),
  });
  const deps = { engines, buckets, contentOwners, pinning };
  const snapshots = createSnapshots(deps);
  const make = async (prefix = "") => {
    const id = await db.transaction().execute((trx) => snapshots.create(trx, bucket, prefix));
    await generate(deps, id);
    return snapshots.find(db, teamId, id);
  };
  const list = async () => (await snapshots.list(db, bucket, query)).list;
  return { ...on, pinning, snapshots, make, list };
};

test("a snapshot of a bucket or prefix is a directory that keeps files after they are changed or deleted", async () => {
  const on = await withSnapshots();
  await on.put("index.html", "first");
  await on.put("docs/a.txt", "alpha");
  await on.put("docs/deep/b.txt", "beta");
  const whole = await on.make();
  const folder = await on.make("docs/");
  const [listed] = await on.list();
  expect(listed).toMatchObject({ status: "unpin", prefix: "docs/", files: 2, size: 9 });
  expect(listed!.cid).toBe(CID.decode(folder.cid!).toString());

  await on.put("index.html", "second");
  await on.buckets.removeObjects(on.bucket, ["docs/a.txt", "docs/deep/b.txt"]);
  await on.contentOwners.clear();
  const root = CID.decode(whole.cid!);
  const resolved = await on.blocks.resolve(root, ["docs", "deep", "b.txt"]);
  expect(Buffer.from((await on.blocks.block(resolved!.cid))!).toString()).toBe("beta");
  expect((await on.blocks.list(root)).map(({ name }) => name)).toEqual(["docs", "index.html"]);
});

test("files of snapshots are charged once, and released when nothing references them", async () => {
  const on = await withSnapshots();
  const before = await on.storedBytes();
  await on.put("a", "x".repeat(1000));
  await on.put("same", "x".repeat(1000));
  const [one, other] = [await on.make(), await on.make()];
  const nodes = (await on.storedBytes()) - before - 1000n;
  expect(nodes).toBeGreaterThan(0n);
  expect(nodes).toBeLessThan(500n);
  await on.buckets.removeObjects(on.bucket, ["a", "same"]);
  expect(await on.storedBytes()).toBe(before + 1000n + nodes);
  for (const row of [one, other]) await on.db.transaction().execute((trx) => on.snapshots.remove(trx, row));
  expect(await on.storedBytes()).toBe(before);
  await on.contentOwners.clear();
  // Two passes: files are released when their directory is deleted.
  await on.contentOwners.clear();
  expect(await on.blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
});

test("a published snapshot stays pinned with its files until the pin is removed", async () => {
  const on = await withSnapshots();
  await on.put("a", "x".repeat(1000));
  const row = await on.make();
  await on.db.transaction().execute(await on.snapshots.preparePublish(row));
  expect((await on.list())[0]).toMatchObject({ status: "pin" });
  await on.buckets.removeObjects(on.bucket, ["a"]);
  await on.db.transaction().execute((trx) => on.snapshots.remove(trx, row));
  await on.contentOwners.clear();
  expect(await on.storedBytes()).toBeGreaterThan(1000n);
  expect(await on.blocks.resolve(CID.decode(row.cid!), ["a"])).toBeDefined();

  const { rows } = await on.pinning.list(on.db, on.teamId, { limit: 10 });
  expect(rows).toMatchObject([{ name: on.bucket.name, status: "pinned" }]);
  await on.db.transaction().execute((trx) => on.pinning.remove(trx, on.teamId, rows[0]!.id));
  expect(await on.storedBytes()).toBe(0n);
});

test("the diff of two snapshots lists added, changed and removed files by path", async () => {
  const on = await withSnapshots();
  await on.put("same", "same");
  await on.put("changed", "one");
  await on.put("gone/file", "gone");
  const before = await on.make();
  await on.put("changed", "two");
  await on.put("new", "new");
  await on.buckets.removeObjects(on.bucket, ["gone/file"]);
  const { files, counts, more } = await on.snapshots.diff(before, await on.make());
  expect(files.map(({ path, change }) => [path, change])).toEqual([
    ["changed", "changed"],
    ["gone/file", "removed"],
    ["new", "added"],
  ]);
  expect([counts, more]).toEqual([{ added: 1, changed: 1, removed: 1 }, false]);
});

test("the versions of a file are its distinct contents in the snapshots", async () => {
  const on = await withSnapshots();
  await on.put("docs/a", "one");
  const first = await on.make();
  await on.make("docs/");
  await on.put("docs/a", "two");
  const last = await on.make();
  const { items } = await on.snapshots.versions(on.db, on.bucket, "docs/a");
  expect(items.map(({ snapshotId, size }) => [snapshotId, size])).toEqual([
    [last.id, 3],
    [first.id, 3],
  ]);
});

test("3,000 files and keys that are invalid as paths fit into one directory", async () => {
  const on = await withSnapshots();
  const names = Array.from(
    { length: 3000 },
    (_, number) => `many/${createHash("md5").update(String(number)).digest("hex")}`,
  );
  await Promise.all(names.map((name, number) => on.put(name, `file ${number}`)));
  for (const key of ["a//b", "..", "/lead", "both", "both/inside", "trail/"]) await on.put(key, key);
  const row = await on.make();
  expect(Number(row.file_count)).toBe(3006);
  for (const key of ["a//b", "..", "/lead", "both", "both/inside", "trail/", names[7]!]) {
    const { items } = await on.snapshots.versions(on.db, on.bucket, key);
    expect(items, key).toHaveLength(1);
  }
});

test("a bucket without snapshots lists none", async () => {
  const on = await withSnapshots();
  expect(await on.snapshots.list(on.db, on.bucket, query)).toEqual({ list: [], page: { hasNext: false, total: 0 } });
});

test("a snapshot of an empty folder fails, and a bucket with snapshots can't be deleted", async () => {
  const on = await withSnapshots();
  expect(await on.make("nothing/")).toMatchObject({
    state: "failure",
    message: "No files to include in the snapshot.",
  });
  await expect(on.buckets.remove(on.bucket)).rejects.toThrow("This bucket has snapshots.");
});
