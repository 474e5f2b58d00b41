import { randomUUID } from "node:crypto";
import { cp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testFolder } from "../../../../tests/support/ipfs/blocks.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { testS3 } from "../../../../tests/support/storage/s3.ts";
import { readConfig, type Config } from "../../config.ts";
import type { BlobStore } from "./store/blob-store.ts";
import type { Blocks } from "./blocks.ts";
import { adoptStore } from "./instance.ts";
import { openBlocks, openStore } from "./open.ts";

const log = pino({ level: "silent" });
const dayMs = 86_400_000;
const oldDate = new Date("2020-01-01T00:00:00Z");

interface Installation {
  readonly config: Config;
  readonly database: TestDatabase;
  open(database?: TestDatabase): Promise<Blocks>;
  store(): Promise<BlobStore>;
  /** Returns the names of blobs and of those in the trash. */
  blobs(): Promise<string[]>;
  trash(): Promise<string[]>;
  /** Adds a blob that no index lists, old enough for a sweep. */
  leaveOrphan(): Promise<string>;
  /** Removes the instance ID from data folder and store, as before there were IDs. */
  unmark(): Promise<void>;
  /** Makes all blobs old enough for a sweep. */
  ageBlobs(): Promise<void>;
  /** Sets the age of blobs in the trash. */
  ageTrash(days: number): Promise<void>;
}

const onDisk = async (embedded: boolean): Promise<Installation> => {
  const dataDir = await testFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  const own = await testDatabase();
  const namesIn = async (name: string) => readdir(join(dataDir, name)).catch(() => []);
  return {
    config,
    database: own,
    open: (database = own) => openBlocks(config, { ...database, ...(embedded && { embedded: { dataDir } }) }, log),
    store: () => openStore(config),
    blobs: () => namesIn("blobs"),
    trash: () => namesIn("trash"),
    async leaveOrphan() {
      const id = randomUUID();
      await writeFile(join(dataDir, "blobs", id), "orphan");
      await utimes(join(dataDir, "blobs", id), oldDate, oldDate);
      return id;
    },
    unmark: () => rm(join(dataDir, "instance")),
    async ageBlobs() {
      for (const name of await namesIn("blobs")) await utimes(join(dataDir, "blobs", name), oldDate, oldDate);
    },
    async ageTrash(days) {
      const at = new Date(Date.now() - days * dayMs);
      for (const name of await namesIn("trash")) await utimes(join(dataDir, "trash", name), at, at);
    },
  };
};

const onS3 = async (): Promise<Installation> => {
  const s3 = await testS3();
  const dataDir = await testFolder();
  const config = readConfig({
    DATA_DIR: dataDir,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
  });
  const own = await testDatabase();
  const namesIn = async (prefix: string) =>
    [...s3.objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return {
    config,
    database: own,
    open: (database = own) => openBlocks(config, database, log),
    store: () => openStore(config),
    blobs: () => namesIn("blobs/"),
    trash: () => namesIn("trash/"),
    async leaveOrphan() {
      const id = randomUUID();
      s3.objects.set(`blobs/${id}`, Buffer.from("orphan"));
      return id;
    },
    async unmark() {
      s3.objects.delete("instance");
      await rm(join(dataDir, "instance"));
    },
    ageBlobs: async () => undefined,
    async ageTrash(days) {
      for (const name of await namesIn("trash/")) s3.modified.set(`trash/${name}`, new Date(Date.now() - days * dayMs));
    },
  };
};

const publish = async (blocks: Blocks, count: number): Promise<string[]> => {
  const folder = await testFolder();
  const cids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    await writeFile(join(folder, "index.html"), `page ${n}`);
    cids.push((await blocks.importFolder(folder)).cid);
  }
  return cids;
};

const pageOf = async (blocks: Blocks, cid: string): Promise<string> => {
  const entry = await blocks.resolve(CID.parse(cid), ["index.html"]);
  return (await buffer(await blocks.read(entry!.cid))).toString();
};

const forgetId = (database: TestDatabase) => database.pool.query("delete from instance");

describe.each([
  ["on disk with the embedded database", () => onDisk(true)],
  ["on disk with an external database", () => onDisk(false)],
  ["in a bucket", onS3],
])("an instance with its blobs %s", (_, make) => {
  test("refuses to start with an empty database and deletes nothing", async () => {
    const place = await make();
    const [cid] = await publish(await place.open(), 3);
    const before = await place.blobs();

    const empty = await testDatabase();
    await expect(place.open(empty)).rejects.toThrow(/database lists none.*npm run adopt/);
    expect(await place.blobs()).toEqual(before);
    expect(await pageOf(await place.open(), cid!)).toBe("page 0");
  });

  test("refuses to start with the database of another instance and names both", async () => {
    const [one, other] = [await make(), await make()];
    await publish(await one.open(), 1);
    await publish(await other.open(), 1);
    await expect(one.open(other.database)).rejects.toThrow(/belong to different instances.*npm run adopt/);
    expect(await one.blobs()).toHaveLength(1);
    await one.open();
  });

  test("adopts data without an ID only if the database lists its blobs", async () => {
    const place = await make();
    await publish(await place.open(), 2);
    await forgetId(place.database);
    await place.unmark();
    await expect(place.open(await testDatabase())).rejects.toThrow("database lists none");
    await expect(place.open()).resolves.toBeDefined();
    expect(await (await place.store()).owner()).toBe(
      (await readFile(join(place.config.DATA_DIR, "instance"), "utf8")).trim(),
    );

    const other = await make();
    await publish(await other.open(), 1);
    await forgetId(other.database);
    await place.unmark();
    await expect(place.open(other.database)).rejects.toThrow("contains none of them");
  });

  test("refuses another store at any time, also while neither holds anything", async () => {
    const [one, other] = [await make(), await make()];
    const blocks = await one.open();
    await expect(other.open(one.database)).rejects.toThrow(/whose blobs are not in .*npm run adopt/);
    await publish(blocks, 1);
    await expect(other.open(one.database)).rejects.toThrow("npm run adopt");
    expect(await (await other.store()).owner()).toBeUndefined();
    await other.open();
  });

  test("of two stores that start at once with one empty database, has one", async () => {
    const [one, other] = [await make(), await make()];
    const opened = await Promise.allSettled([one.open(), other.open(one.database)]);
    expect(opened.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("starts again after a start that ended before the database or the store had its ID", async () => {
    const place = await make();
    const [lost, id] = [randomUUID(), randomUUID()];
    await (await place.store()).begin(lost);
    await (await place.store()).begin(id);
    await place.database.pool.query("insert into instance (id) values ($1)", [id]);
    await place.open();
    expect(await (await place.store()).owner()).toBe(id);
    await forgetId(place.database);
    await place.unmark();
    await place.open();
    expect(await (await place.store()).owner()).not.toBe(id);
  });

  test("restores its ID from the store when an older copy of its database is restored", async () => {
    const place = await make();
    await publish(await place.open(), 1);
    const owner = await (await place.store()).owner();
    await forgetId(place.database);
    await place.open();
    expect((await place.database.pool.query("select id from instance")).rows).toEqual([{ id: owner }]);
  });

  test("starts on a store of another instance once it is adopted", async () => {
    const place = await make();
    const [cid] = await publish(await place.open(), 1);
    const other = await testDatabase();
    await expect(place.open(other)).rejects.toThrow("npm run adopt");
    await adoptStore({ db: other.db, dataDir: place.config.DATA_DIR, store: await place.store() });
    await place.open(other);
    expect(await place.blobs()).toHaveLength(1);
    expect(cid).toBeDefined();
  });

  test("keeps unknown blobs in the trash for seven days, then deletes them", async () => {
    const place = await make();
    await publish(await place.open(), 1);
    const orphan = await place.leaveOrphan();
    expect((await place.open()).startSweep).toEqual({ isHeld: false, discarded: 1 });
    expect(await place.blobs()).not.toContain(orphan);
    expect(await place.trash()).toEqual([orphan]);
    await place.ageTrash(6.9);
    await place.open();
    expect(await place.trash()).toEqual([orphan]);
    await place.ageTrash(7.1);
    await place.open();
    expect(await place.trash()).toEqual([]);
  });

  test("recovers a needed blob from the trash at the next read and at the next start", async () => {
    const place = await make();
    const blocks = await place.open();
    const cids = await publish(blocks, 2);
    const store = await place.store();
    for (const id of await place.blobs()) await store.discard(id);
    expect(await place.blobs()).toEqual([]);
    expect(await pageOf(blocks, cids[0]!)).toBe("page 0");
    expect(await place.trash()).toHaveLength(1);
    await place.ageTrash(30);
    const restarted = await place.open();
    expect(await place.trash()).toEqual([]);
    expect(await pageOf(restarted, cids[1]!)).toBe("page 1");
  });

  test("sweeps nothing when the index is empty or lost half of its blobs, until the operator confirms it", async () => {
    const place = await make();
    await publish(await place.open(), 4);
    await place.open();
    const before = await place.blobs();
    // Like a restored older database: the rows are missing, the blobs exist.
    await place.database.pool.query(
      "with few as (select id from blob order by id limit 2), gone as (delete from root where blob_id in (select id from few)) delete from blob where id in (select id from few)",
    );
    await place.ageBlobs();
    expect((await place.open()).startSweep).toEqual({ isHeld: true, isNew: true });
    expect((await place.open()).startSweep).toEqual({ isHeld: true, isNew: false });
    expect(await place.blobs()).toEqual(before);

    await adoptStore({ db: place.database.db, dataDir: place.config.DATA_DIR, store: await place.store() });
    expect((await place.open()).startSweep).toEqual({ isHeld: false, discarded: 2 });

    await place.database.pool.query("delete from root");
    await place.database.pool.query("delete from blob");
    expect((await place.open()).startSweep).toEqual({ isHeld: true, isNew: true });
    expect(await place.blobs()).toHaveLength(2);
  });
});

test("a data folder and a bucket of different instances are rejected with any database", async () => {
  const [one, other] = [await onS3(), await onS3()];
  await one.open();
  await other.open();
  const mixed = readConfig({
    DATA_DIR: one.config.DATA_DIR,
    S3_ENDPOINT: other.config.S3_ENDPOINT,
    S3_BUCKET: other.config.S3_BUCKET,
    S3_ACCESS_KEY: other.config.S3_ACCESS_KEY,
    S3_SECRET_KEY: other.config.S3_SECRET_KEY,
  });
  for (const database of [one.database, await testDatabase()])
    await expect(openBlocks(mixed, database, log)).rejects.toThrow("belong to different instances");
});

test("four processes that start concurrently on empty storage agree on one ID", async () => {
  const place = await onDisk(false);
  await Promise.all([1, 2, 3, 4].map(() => place.open()));
  const { rows } = await place.database.pool.query<{ id: string }>("select id from instance");
  expect(rows).toEqual([{ id: await (await place.store()).owner() }]);
});

test("a copy of the data folder with its database belongs to the same instance", async () => {
  const place = await onDisk(false);
  const [cid] = await publish(await place.open(), 1);
  const copy = await testFolder();
  await cp(place.config.DATA_DIR, copy, { recursive: true });
  const restored = await openBlocks(readConfig({ DATA_DIR: copy }), place.database, log);
  expect(await pageOf(restored, cid!)).toBe("page 0");
});
