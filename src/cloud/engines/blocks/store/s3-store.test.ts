import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { expect, it } from "vitest";
import { testFolder } from "../../../../../tests/support/ipfs/blocks.ts";
import { testDatabase } from "../../../../../tests/support/database/database.ts";
import { testS3 } from "../../../../../tests/support/storage/s3.ts";
import { keyStream, referenceCid, writeFiles } from "../../../../../tests/support/ipfs/unixfs.ts";
import { readConfig } from "../../../config.ts";
import { openBlocks } from "../open.ts";
import { s3Store } from "./s3-store.ts";

const log = pino({ level: "silent" });
const video = keyStream("video")(3 * 1024 * 1024 + 5);

it("trees are stored in a bucket, read in ranges, found after a restart and forgotten", async () => {
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
  const folder = await testFolder();
  await writeFiles(folder, { "index.html": "<h1>S3</h1>", "a/video.bin": video });

  const { cid } = await (await openBlocks(config, database, log)).importFolder(folder);
  expect([...s3.objects.keys()]).toEqual(["instance", expect.stringMatching(/^blobs\/[\da-f-]{36}$/)]);
  expect(await readdir(join(dataDir, "staging"))).toEqual([]);

  const blocks = await openBlocks(config, database, log);
  const entry = (await blocks.resolve(CID.parse(cid), ["a", "video.bin"]))!;
  expect(entry.cid.toString()).toBe(await referenceCid([{ path: "v", content: video }]));
  const part = await buffer(await blocks.read(entry.cid, { start: 1_048_570, end: 2_097_160 }));
  expect(part.equals(video.subarray(1_048_570, 2_097_161))).toBe(true);
  const poured: Buffer[] = [];
  await blocks.pour(entry.cid, { start: 5, end: 3_000_000 }, async (bytes) => void poured.push(Buffer.from(bytes)));
  expect(Buffer.concat(poured).equals(video.subarray(5, 3_000_001))).toBe(true);
  await blocks.ping();
  await blocks.forget(cid);
  expect([...s3.objects.keys()]).toEqual(["instance"]);
});

it("with S3, a small file is stored in the database, a large one in the bucket with its nodes in the index", async () => {
  const s3 = await testS3();
  const database = await testDatabase();
  const config = readConfig({
    DATA_DIR: await testFolder(),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
  });
  const blocks = await openBlocks(config, database, log);
  const staging = blocks.stagingPath("large");
  await writeFile(staging, video);
  for (const [file, content] of [
    [await blocks.prepareBytes(Buffer.from("small")), Buffer.from("small")],
    [await blocks.prepareFile(staging), video],
  ] as const) {
    await database.db.transaction().execute((trx) => file.record(trx));
    await file.settle();
    expect((await buffer(await blocks.read(CID.parse(file.cid)))).equals(content)).toBe(true);
  }
  const blobs = [...s3.objects].filter(([key]) => key.startsWith("blobs/"));
  expect(blobs.map(([, object]) => object.length)).toEqual([video.length]);
});

it("a long list of blobs is read page by page", async () => {
  const s3 = await testS3();
  for (let index = 0; index < 5; index++) s3.objects.set(`blobs/${index}`, Buffer.from("x"));
  s3.objects.set("other/thing", Buffer.from("x"));
  const ids: string[] = [];
  for await (const { id } of s3Store(s3).all()) ids.push(id);
  expect(ids).toEqual(["0", "1", "2", "3", "4"]);
});

it("a blob too large for one request is sent in parts, and a failed upload is aborted", async () => {
  const s3 = await testS3();
  const folder = await testFolder();
  const path = join(folder, "file");
  await writeFile(path, video);
  const store = s3Store({ ...s3, partBytes: 1_000_000 });
  await store.keep(path, "large");
  expect(s3.objects.get("blobs/large")!.equals(video)).toBe(true);
  const part = await store.bytes("large", { start: 999_990, end: 1_000_010 });
  expect(Buffer.from(part).equals(video.subarray(999_990, 1_000_011))).toBe(true);

  s3.faults.losesParts = true;
  await expect(store.keep(path, "broken")).rejects.toThrow("InvalidPart");
  expect([...s3.objects.keys()]).toEqual(["blobs/large"]);
  expect(s3.uploads.size).toBe(0);
});

it("a read whose connection closes goes on where it ended, unless nothing comes or the blob is another", async () => {
  const s3 = await testS3();
  const store = s3Store(s3);
  s3.objects.set("blobs/video", video);
  s3.faults.cutsAfterBytes = 700_001;
  const range = { start: 10, end: video.length - 10 };
  const wanted = video.subarray(10, -9);
  expect((await buffer(await store.stream("video", range))).equals(wanted)).toBe(true);
  expect(Buffer.from(await store.bytes("video", range)).equals(wanted)).toBe(true);
  const path = join(await testFolder(), "copy");
  await store.copyTo("video", path);
  expect((await readFile(path)).equals(video)).toBe(true);

  const replaced = await store.stream("video", range);
  s3.objects.set("blobs/video", Buffer.concat([video, video]));
  await expect(buffer(replaced)).rejects.toThrow("terminated");
  s3.faults.cutsAfterBytes = 0;
  await expect(store.bytes("video", range)).rejects.toThrow("terminated");
});

it("an error contains the server's reason", async () => {
  const s3 = await testS3();
  const folder = await testFolder();
  await writeFile(join(folder, "file"), "x");
  const store = s3Store({ ...s3, secretKey: "wrong" });
  await expect(store.keep(join(folder, "file"), "id")).rejects.toThrow("403, SignatureDoesNotMatch");
});

it("an endpoint without a bucket and keys is rejected at the start", async () => {
  const config = readConfig({ DATA_DIR: await testFolder(), S3_ENDPOINT: "http://127.0.0.1:1" });
  await expect(openBlocks(config, await testDatabase(), log)).rejects.toThrow("S3_BUCKET");
});
