import { randomBytes, randomUUID } from "node:crypto";
import { cp, open, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testBlocks, testFolder, type TestBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import { carOf, rawBlock } from "../../../../tests/support/ipfs/dag.ts";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { testS3 } from "../../../../tests/support/storage/s3.ts";
import { writeFiles } from "../../../../tests/support/ipfs/unixfs.ts";
import { verifyInstance } from "../../backup/verify.ts";
import { readConfig } from "../../config.ts";
import type { Blocks } from "./blocks.ts";
import { openBlocks } from "./open.ts";

const MiB = 1024 * 1024;

const blobsIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, "blobs"))).map((name) => join(dataDir, "blobs", name));

/** Flips one bit without changing the file's times, like a failing disk. */
const flip = async (path: string, at: number): Promise<void> => {
  const { atime, mtime } = await stat(path);
  const handle = await open(path, "r+");
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte[0]! ^= 1;
  await handle.write(byte, 0, 1, at);
  await handle.close();
  await utimes(path, atime, mtime);
};

const damages = [
  ["truncated", (path: string) => truncate(path, 100_000)],
  ["flipped", (path: string) => flip(path, 150_000)],
  ["missing", (path: string) => rm(path)],
  ["longer than it was", (path: string) => writeFile(path, "more", { flag: "a" })],
] as const;

const put = async ({ blocks, database }: TestBlocks, content: Uint8Array): Promise<string> => {
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, content);
  const file = await blocks.prepareFile(path);
  await database.db.transaction().execute((trx) => file.record(trx));
  await file.settle();
  return file.cid;
};

const putInParts = async ({ blocks, database }: TestBlocks, content: Uint8Array): Promise<string> => {
  const paths = [blocks.stagingPath(randomUUID()), blocks.stagingPath(randomUUID())];
  await writeFile(paths[0]!, content.subarray(0, 90_000));
  await writeFile(paths[1]!, content.subarray(90_000));
  const file = await blocks.prepareJoined(paths);
  await database.db.transaction().execute((trx) => file.record(trx));
  for (const path of paths) await rm(path);
  await file.settle();
  return file.cid;
};

const publish = async ({ blocks }: TestBlocks, content: Uint8Array): Promise<string> => {
  const folder = await testFolder();
  await writeFiles(folder, { "a/video.bin": Buffer.from(content), "index.html": "home" });
  const { cid } = await blocks.importFolder(folder);
  return (await blocks.resolve(CID.parse(cid), ["a", "video.bin"]))!.cid.toString();
};

const importCar = async ({ blocks, database }: TestBlocks, content: Uint8Array): Promise<string> => {
  const block = await rawBlock(Buffer.from(content).toString("hex"));
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, await carOf([block.cid], [block]));
  const car = await blocks.importCar(path, { entriesMax: 10 });
  await database.db.transaction().execute((trx) => car.record(trx));
  await car.settle();
  return block.cid.toString();
};

const read = async (blocks: Blocks, cid: string): Promise<Buffer> => buffer(await blocks.read(CID.parse(cid)));

describe.each([
  ["a file", put],
  ["a file in parts", putInParts],
  ["a folder", publish],
  ["a CAR file", importCar],
])("%s that is already stored", (_, send) => {
  test.each(damages)("is readable after it is uploaded again, although its blob was %s", async (_damage, damage) => {
    const store = await testBlocks();
    const content = randomBytes(200_000);
    const cid = await send(store, content);
    const before = await read(await store.reopen(), cid);
    const [blob] = await blobsIn(store.dataDir);
    await damage(blob!);

    expect(await send(store, content)).toBe(cid);
    expect((await read(await store.reopen(), cid)).equals(before)).toBe(true);
    expect(await blobsIn(store.dataDir)).toEqual([blob]);
    expect(await readdir(join(store.dataDir, "staging"))).toEqual([]);
    expect(await verifyInstance(configOf(store))).toMatchObject({ damaged: [], repaired: [] });
  });
});

test("a file with repeated blocks is readable after it is uploaded again, wherever its blob was damaged", async () => {
  const store = await testBlocks();
  const leaf = randomBytes(MiB);
  const content = Buffer.concat([leaf, leaf, randomBytes(MiB), leaf]);
  const cid = await put(store, content);
  const [blob] = await blobsIn(store.dataDir);
  for (const at of [1.5, 2.5, 3.5]) {
    await flip(blob!, at * MiB);
    await put(store, content);
    expect((await read(await store.reopen(), cid)).equals(content)).toBe(true);
  }
});

test("an upload does not reuse damaged content", async () => {
  const store = await testBlocks();
  const cid = await put(store, randomBytes(200_000));
  expect(await store.blocks.isSound(CID.parse(cid))).toBe(true);
  const [blob] = await blobsIn(store.dataDir);
  await flip(blob!, 1000);
  expect(await store.blocks.isSound(CID.parse(cid))).toBe(false);
});

const configOf = ({ dataDir, database }: Pick<TestBlocks, "dataDir" | "database">) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url });

describe("verifying all blobs", () => {
  test("reports damaged blobs with their content, and only those", async () => {
    const store = await testBlocks();
    const cids = [await put(store, randomBytes(300_000)), await put(store, randomBytes(3 * MiB))];
    await publish(store, randomBytes(2 * MiB));
    const sound = await verifyInstance(configOf(store));
    expect(sound).toMatchObject({ blobs: 3, repaired: [], damaged: [] });
    expect(sound.bytes).toBeGreaterThan(5 * MiB);

    const { rows } = await store.database.pool.query<{ id: string; cid: Buffer }>(
      "select blob_id as id, cid from root where blob_id is not null",
    );
    const damagedId = rows.find((row) => CID.decode(row.cid).toString() === cids[1])!.id;
    await flip(join(store.dataDir, "blobs", damagedId), 2 * MiB + 5);
    const { damaged } = await verifyInstance(configOf(store));
    expect(damaged).toEqual([{ blobId: damagedId, damage: `1 block; content: ${cids[1]}` }]);
    expect(await store.blocks.soundness()).toMatchObject({ damagedBlobs: 1 });
  });

  test.each(damages)("repairs a blob that was %s from a backup", async (_, damage) => {
    const store = await testBlocks();
    const content = randomBytes(2 * MiB + 200_000);
    const cid = await put(store, content);
    const from = await testFolder();
    await cp(join(store.dataDir, "blobs"), join(from, "blobs"), { recursive: true });
    const [blob] = await blobsIn(store.dataDir);
    await damage(blob!);
    const { repaired, damaged } = await verifyInstance(configOf(store), { from });
    expect([repaired.length, damaged.length]).toEqual([1, 0]);
    expect((await read(await store.reopen(), cid)).equals(content)).toBe(true);
    expect(await store.blocks.soundness()).toMatchObject({ damagedBlobs: 0 });
  });

  test("repairs a block from another blob and rejects invalid data from a backup", async () => {
    const store = await testBlocks();
    const shared = randomBytes(200_000);
    await put(store, shared);
    const [first] = await blobsIn(store.dataDir);
    await publish(store, shared);
    const from = await testFolder();
    await writeFiles(from, { [`blobs/${first!.split("/").at(-1)}`]: "wrong ".repeat(50_000) });
    await flip(first!, 1234);
    expect(await verifyInstance(configOf(store), { from })).toMatchObject({
      repaired: [expect.anything()],
      damaged: [],
    });
  });

  test("the least recently verified blob is next, once per pass, by one process only", async () => {
    const store = await testBlocks();
    for (let n = 0; n < 3; n += 1) await put(store, randomBytes(100_000));
    await store.database.pool.query("update blob set verified_at = verified_at - interval '1 hour'");
    // Before any verification of this test, so that no blob is due twice.
    const due = new Date(Date.now() - 60_000);
    const others = await store.reopen();
    const reports = await Promise.all([store.blocks, others, store.blocks].map((blocks) => blocks.verifyNext(due)));
    expect(new Set(reports.map((report) => report?.blobId)).size).toBe(3);
    expect(await store.blocks.verifyNext(due)).toBeUndefined();
    const { verifiedSince } = await store.blocks.soundness();
    expect(Date.now() - verifiedSince!.getTime()).toBeLessThan(60_000);
  });
});

const storeInBucket = async (): Promise<{ store: TestBlocks; objects: Map<string, Buffer> }> => {
  const s3 = await testS3();
  const database = await testDatabase();
  const dataDir = await testFolder();
  const config = readConfig({
    DATA_DIR: dataDir,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
  });
  const blocks = await openBlocks(config, database, pino({ level: "silent" }));
  return { store: { blocks, database, dataDir, reopen: async () => blocks }, objects: s3.objects };
};

const blobKeyIn = (objects: Map<string, Buffer>): string =>
  [...objects.keys()].find((name) => name.startsWith("blobs/"))!;

test("in a bucket, a missing, short or changed blob is rewritten by the next upload of the same content", async () => {
  const { store, objects } = await storeInBucket();
  const content = randomBytes(3 * MiB);
  const cid = await put(store, content);
  const key = blobKeyIn(objects);
  const wrong = Buffer.from(content);
  wrong[7]! ^= 1;
  for (const damage of [
    () => objects.delete(key),
    () => objects.set(key, content.subarray(0, 1000)),
    () => objects.set(key, wrong),
  ]) {
    damage();
    expect(await put(store, content)).toBe(cid);
    expect(objects.get(key)!.equals(content)).toBe(true);
  }
});

test("in a bucket, large content is verified before an upload reuses it", async () => {
  const { store, objects } = await storeInBucket();
  const content = randomBytes(65 * MiB);
  await put(store, content);
  const key = blobKeyIn(objects);
  const wrong = Buffer.from(content);
  wrong[64 * MiB + 7]! ^= 1;
  objects.set(key, wrong);
  await put(store, content);
  expect(objects.get(key)!.equals(content)).toBe(true);
});
