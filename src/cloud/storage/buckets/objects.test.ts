import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { piecesOf, plain, testBuckets } from "../../../../tests/support/storage/buckets.ts";
import { referenceCid } from "../../../../tests/support/ipfs/unixfs.ts";
import { smallFileBytesMax, wholeFileBytesMax } from "../../engines/blocks/blocks.ts";

const MiB = 1024 * 1024;
const md5 = (bytes: Uint8Array | string): string => createHash("md5").update(bytes).digest("hex");

test("objects of any size are read back unchanged, as a whole and in ranges", async () => {
  const { buckets, bucket, put } = await testBuckets();
  for (const sizeBytes of [
    0,
    1,
    smallFileBytesMax,
    smallFileBytesMax + 1,
    wholeFileBytesMax,
    wholeFileBytesMax + 1,
    MiB,
    MiB + 1,
    3 * MiB + 17,
  ]) {
    const bytes = randomBytes(sizeBytes);
    const stored = await put(`of ${sizeBytes} bytes`, bytes);
    const cid = await referenceCid([{ path: "f", content: bytes }]);
    expect(stored).toMatchObject({ sizeBytes, etag: md5(bytes), cid });
    const found = await buckets.head(bucket, `of ${sizeBytes} bytes`);
    expect(found).toEqual(stored);
    expect((await buffer(await buckets.read(found!))).equals(bytes)).toBe(true);
    if (sizeBytes < 2) continue;
    const range = { start: 1, end: sizeBytes - 2 };
    if (range.end >= range.start)
      expect((await buffer(await buckets.read(found!, range))).equals(bytes.subarray(1, -1))).toBe(true);
  }
});

test("an object keeps its attributes and checksums", async () => {
  const { buckets, bucket, teamId } = await testBuckets();
  const bytes = Buffer.from("123456789");
  const body = await buckets.receive(piecesOf(bytes), { teamId, checksums: ["CRC32", "SHA256"] });
  const told = { contentType: "text/plain", metadata: { colour: "blå" }, tags: { a: "b" } };
  await buckets.put(bucket, "told", body, told);
  expect(await buckets.head(bucket, "told")).toMatchObject({
    ...told,
    checksums: { CRC32: "y/Q5Jg==", SHA256: createHash("sha256").update(bytes).digest("base64") },
    checksumType: "FULL_OBJECT",
  });
  await buckets.setTags(bucket, "told", { c: "d" });
  expect((await buckets.head(bucket, "told"))!.tags).toEqual({ c: "d" });
  await expect(buckets.setTags(bucket, "untold", {})).rejects.toThrow("File not found");
});

test("every put, copy and delete updates the bucket's counters, the quota and the content owners", async () => {
  const { buckets, bucket, put, content, storedBytes, db, blocks, contentOwners } = await testBuckets();
  const numbers = () =>
    db
      .selectFrom("bucket")
      .select(["object_count", "size_bytes"])
      .where("id", "=", bucket.id)
      .executeTakeFirstOrThrow();
  await put("a", "twelve bytes");
  await put("b", "twelve bytes");
  expect(await numbers()).toEqual({ object_count: 2n, size_bytes: 24n });
  expect(await storedBytes()).toBe(12n);

  const source = await buckets.head(bucket, "a");
  await buckets.copy({ object: source! }, bucket, "c");
  await put("a", "other bytes, more");
  expect(await numbers()).toEqual({ object_count: 3n, size_bytes: 41n });
  expect(await storedBytes()).toBe(29n);
  expect(await content("c")).toBe("twelve bytes");

  expect(await buckets.removeObjects(bucket, ["b", "c", "never there"])).toEqual(["b", "c"]);
  expect(await storedBytes()).toBe(17n);
  expect(await buckets.removeObjects(bucket, ["a"])).toEqual(["a"]);
  expect(await numbers()).toEqual({ object_count: 0n, size_bytes: 0n });
  expect(await storedBytes()).toBe(0n);
  await contentOwners.clear();
  expect((await blocks.totals()).storedBytes).toBe(0);
});

test("a body that is interrupted, has another length than declared, or exceeds the quota leaves nothing behind", async () => {
  const { buckets, teamId, dataDir, storedBytes } = await testBuckets({ allowedBytes: 20_000_000 });
  async function* broken() {
    yield randomBytes(300_000);
    throw new Error("connection reset");
  }
  const options = { teamId, checksums: [] };
  await expect(buckets.receive(broken(), options)).rejects.toThrow("connection reset");
  await expect(buckets.receive(piecesOf(randomBytes(200_000)), { ...options, sizeBytes: 200_001 })).rejects.toThrow(
    "is incomplete",
  );
  await expect(buckets.receive(piecesOf(randomBytes(200_000)), { ...options, sizeBytes: 199_999 })).rejects.toThrow(
    "is incomplete",
  );
  const declared = buckets.receive(piecesOf(Buffer.alloc(0)), { ...options, sizeBytes: 20_000_001 });
  await expect(declared).rejects.toThrow("Insufficient resources");
  const undeclared = buckets.receive(piecesOf(Buffer.alloc(40_000_000)), options);
  await expect(undeclared).rejects.toThrow("Insufficient resources");
  expect(await readdir(join(dataDir, "staging"))).toEqual([]);
  expect(await storedBytes()).toBe(0n);
});

test("a put beyond the quota is rejected, and concurrent puts within it succeed", async () => {
  const { buckets, bucket, receive, storedBytes, dataDir } = await testBuckets({ allowedBytes: 1000 });
  const puts = Array.from({ length: 20 }, async (_, number) =>
    buckets.put(bucket, `key ${number}`, await receive(randomBytes(100)), plain),
  );
  const ended = await Promise.allSettled(puts);
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await storedBytes()).toBe(1000n);
  const { entries } = await buckets.list(bucket, { prefix: "", delimiter: "", after: "", limit: 100 });
  expect(entries).toHaveLength(10);
  expect(await readdir(join(dataDir, "staging"))).toEqual([]);
});

test("of several concurrent conditional writes to a key, one succeeds", async () => {
  const { buckets, bucket, receive, put } = await testBuckets();
  const claim = async (number: number) =>
    buckets.put(bucket, "lock", await receive(`claimed by ${number}`), plain, { ifNoneMatch: "*" });
  const claims = await Promise.allSettled(Array.from({ length: 12 }, (_, number) => claim(number)));
  expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

  const first = await put("edited", "one");
  const edit = async (text: string) =>
    buckets.put(bucket, "edited", await receive(text), plain, { ifMatch: first.etag });
  const edits = await Promise.allSettled([edit("two"), edit("three")]);
  expect(edits.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(buckets.put(bucket, "not there", await receive("x"), plain, { ifMatch: "*" })).rejects.toMatchObject({
    code: "OBJECT_MISSING",
  });
});

test("a key has 1 to 1024 bytes of text, and metadata at most 2 KiB", async () => {
  const { buckets, bucket, receive, put, content } = await testBuckets();
  for (const key of ["a//b", "..", "../../etc/passwd", "/", "trailing/", "ünï 🦊", "\u{10FFFF}", "x".repeat(1024)]) {
    await put(key, key);
    expect(await content(key)).toBe(key);
  }
  for (const key of ["", "x".repeat(1025), "nul\0", "half \ud83e"])
    await expect(put(key, "x")).rejects.toMatchObject({ code: "OBJECT_KEY_INVALID" });
  const long = { metadata: { long: "x".repeat(2048) }, tags: {} };
  await expect(buckets.put(bucket, "k", await receive("x"), long)).rejects.toMatchObject({
    code: "OBJECT_METADATA_INVALID",
  });
});
