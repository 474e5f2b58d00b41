import { createHash, randomBytes } from "node:crypto";
import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { piecesOf, plain, testBuckets, type TestBuckets } from "../../../../../tests/support/storage/buckets.ts";
import { objectUploadIdleSeconds, partBytesMin } from "../../../../../resources/storage/limits.ts";
import { createChecksum, type ChecksumAlgorithm } from "../../checksums.ts";
import { secondsFromNow } from "../../../kernel/secrets.ts";
import type { Part, Upload } from "../model.ts";

const start = (on: TestBuckets, key = "large", checksumAlgorithm?: ChecksumAlgorithm): Promise<Upload> =>
  on.buckets.createUpload(on.bucket, {
    key,
    attributes: plain,
    checksumAlgorithm,
    checksumType: checksumAlgorithm === "SHA256" ? "COMPOSITE" : checksumAlgorithm && "FULL_OBJECT",
  });

const send = async (on: TestBuckets, upload: Upload, number: number, bytes: Uint8Array): Promise<Part> => {
  const checksums = upload.checksumAlgorithm ? [upload.checksumAlgorithm] : [];
  const body = await on.buckets.receive(piecesOf(bytes), { teamId: on.teamId, checksums });
  return on.buckets.putPart(on.bucket, upload, number, body);
};

const staged = ({ dataDir }: TestBuckets): Promise<string[]> => readdir(join(dataDir, "staging"));

const pieces = [randomBytes(partBytesMin + 3), randomBytes(partBytesMin), randomBytes(70_001)] as const;
const whole = Buffer.concat(pieces);

test("parts sent in any order become one object with the multipart ETag and the CID of the whole file", async () => {
  const on = await testBuckets();
  const upload = await start(on);
  const parts = [
    await send(on, upload, 7, pieces[2]),
    await send(on, upload, 2, pieces[1]),
    await send(on, upload, 1, pieces[0]),
  ].toReversed();
  expect(await on.storedBytes()).toBe(BigInt(whole.length));
  const object = await on.buckets.complete(on.bucket, upload, parts);
  const md5s = Buffer.concat(pieces.map((piece) => createHash("md5").update(piece).digest()));
  expect(object.etag).toBe(`${createHash("md5").update(md5s).digest("hex")}-3`);
  expect(object.partSizes).toEqual(pieces.map((piece) => piece.length));
  expect((await buffer(await on.buckets.read(object))).equals(whole)).toBe(true);
  const twin = await on.put("twin", whole);
  expect(twin.cid).toBe(object.cid);
  expect(await on.storedBytes()).toBe(BigInt(whole.length));
  expect(await staged(on)).toEqual([]);

  const again = await on.buckets.complete(on.bucket, upload, parts);
  expect(again).toEqual(object);
  expect(await on.buckets.head(on.bucket, "large")).toEqual(object);
  await expect(send(on, upload, 1, pieces[2])).rejects.toMatchObject({ code: "UPLOAD_MISSING" });
  expect(await staged(on)).toEqual([]);
});

test.each(["CRC32", "CRC32C", "CRC64NVME", "SHA256"] as const)(
  "the %s of a multipart object is a checksum of the whole object, or of its parts' checksums",
  async (algorithm) => {
    const on = await testBuckets();
    const upload = await start(on, "checked", algorithm);
    const parts = [await send(on, upload, 1, pieces[0]), await send(on, upload, 2, pieces[2])];
    const { checksums, checksumType } = await on.buckets.complete(on.bucket, upload, parts);
    const expected = createChecksum(algorithm);
    if (algorithm === "SHA256") {
      for (const part of parts) expected.update(Buffer.from(part.checksums.SHA256!, "base64"));
      expect(checksums).toEqual({ SHA256: `${expected.digest()}-2` });
      expect(checksumType).toBe("COMPOSITE");
      return;
    }
    expected.update(pieces[0]);
    expected.update(pieces[2]);
    expect(checksums).toEqual({ [algorithm]: expected.digest() });
    expect(checksumType).toBe("FULL_OBJECT");
  },
);

test("completing with missing, changed, unordered or too small parts fails, and can be retried", async () => {
  const on = await testBuckets();
  const upload = await start(on);
  const first = await send(on, upload, 1, pieces[0]);
  const small = await send(on, upload, 2, pieces[2]);
  const last = await send(on, upload, 3, pieces[2]);
  const complete = (...parts: Part[]) => on.buckets.complete(on.bucket, upload, parts);
  await expect(complete()).rejects.toMatchObject({ code: "UPLOAD_PART_INVALID" });
  await expect(complete(first, { ...last, number: 4 })).rejects.toMatchObject({ code: "UPLOAD_PART_INVALID" });
  await expect(complete({ ...first, etag: last.etag })).rejects.toMatchObject({ code: "UPLOAD_PART_INVALID" });
  await expect(complete(last, first)).rejects.toMatchObject({ code: "UPLOAD_PART_ORDER" });
  await expect(complete(first, first)).rejects.toMatchObject({ code: "UPLOAD_PART_ORDER" });
  await expect(complete(first, small, last)).rejects.toMatchObject({ code: "UPLOAD_PART_TOO_SMALL" });

  const other = await send(on, upload, 2, pieces[1]);
  expect(await on.storedBytes()).toBe(BigInt(whole.length));
  await expect(complete(first, small, last)).rejects.toMatchObject({ code: "UPLOAD_PART_INVALID" });
  const object = await complete(first, other, last);
  expect((await buffer(await on.buckets.read(object))).equals(whole)).toBe(true);
});

test("parts count toward the quota until their upload is completed or aborted, and unused parts are released", async () => {
  const on = await testBuckets({ allowedBytes: whole.length });
  const upload = await start(on);
  const parts = [await send(on, upload, 1, pieces[0]), await send(on, upload, 2, pieces[1])];
  await expect(send(on, upload, 3, pieces[0])).rejects.toMatchObject({ code: "ALLOWANCE_USED_UP" });
  const unused = await send(on, upload, 3, pieces[2]);
  expect(await on.storedBytes()).toBe(BigInt(whole.length));
  expect(await staged(on)).toHaveLength(3);
  expect(await on.buckets.listParts(upload, { after: 1, limit: 1 })).toEqual([parts[1]]);

  await on.buckets.complete(on.bucket, upload, parts);
  expect(await on.storedBytes()).toBe(BigInt(whole.length - unused.sizeBytes));
  const another = await start(on, "another");
  await send(on, another, 1, pieces[2]);
  await on.buckets.abort(on.bucket, another);
  expect(await on.storedBytes()).toBe(BigInt(whole.length - unused.sizeBytes));
  expect(await staged(on)).toEqual([]);
  await expect(on.buckets.abort(on.bucket, another)).rejects.toMatchObject({ code: "UPLOAD_MISSING" });
  expect(await on.buckets.findUpload(on.bucket, "another", another.id)).toBeUndefined();
});

test("concurrent completing, aborting and resending leave one result and no leftovers", async () => {
  const on = await testBuckets();
  for (let round = 0; round < 4; round += 1) {
    const upload = await start(on, `round ${round}`);
    const part = await send(on, upload, 1, pieces[2]);
    const ended = await Promise.allSettled([
      on.buckets.complete(on.bucket, upload, [part]),
      on.buckets.abort(on.bucket, upload),
      send(on, upload, 1, pieces[2]),
    ]);
    for (const end of ended)
      if (end.status === "rejected") expect(["UPLOAD_MISSING", "UPLOAD_PART_INVALID"]).toContain(end.reason.code);
    const left = await on.buckets.findUpload(on.bucket, upload.key, upload.id);
    if (left && !(await on.buckets.head(on.bucket, upload.key))) await on.buckets.abort(on.bucket, upload);
  }
  expect(await staged(on)).toEqual([]);
  const { entries } = await on.buckets.list(on.bucket, { prefix: "", delimiter: "", after: "", limit: 10 });
  expect(await on.storedBytes()).toBe(entries.length > 0 ? BigInt(pieces[2].length) : 0n);
});

test("a part can be copied from an object", async () => {
  const on = await testBuckets();
  const source = await on.put("source", whole);
  const upload = await start(on);
  const parts = [
    await on.buckets.copyPart(on.bucket, upload, 1, source, { start: 0, end: partBytesMin - 1 }),
    await on.buckets.copyPart(on.bucket, upload, 2, source, { start: partBytesMin, end: whole.length - 1 }),
  ];
  expect((await on.buckets.complete(on.bucket, upload, parts)).cid).toBe(source.cid);
});

test("startup removes leftovers of a crash and uploads idle for seven days, and nothing else", async () => {
  const on = await testBuckets();
  const kept = await start(on, "kept");
  const part = await send(on, kept, 1, pieces[2]);
  const idle = await start(on, "idle");
  await send(on, idle, 1, pieces[2]);
  await on.db
    .updateTable("bucket_upload")
    .set({ touched_at: secondsFromNow(-objectUploadIdleSeconds - 1) })
    .where("id", "=", idle.id)
    .execute();
  const [keptFile] = (
    await on.db.selectFrom("bucket_part").select("file_id").where("upload_id", "=", kept.id).execute()
  ).map(({ file_id }) => `bucket-part-${file_id}`);
  for (const name of ["bucket-body-1", "bucket-part-2", `bucket-part-${kept.id}`, "upload-of-another-service"]) {
    const path = join(on.dataDir, "staging", name);
    await writeFile(path, "left");
    await utimes(path, 1, 1);
  }
  const restarted = on.open();
  await restarted.sweep();
  restarted.close();
  expect(new Set(await staged(on))).toEqual(new Set([keptFile, "upload-of-another-service"]));
  expect(await on.storedBytes()).toBe(BigInt(part.sizeBytes));
  expect(await restarted.findUpload(on.bucket, "idle", idle.id)).toBeUndefined();
  expect((await restarted.complete(on.bucket, kept, [part])).sizeBytes).toBe(part.sizeBytes);
});

test("a part without a file, as after restoring a backup, is removed at startup and can be sent again", async () => {
  const on = await testBuckets();
  const upload = await start(on);
  const part = await send(on, upload, 1, pieces[2]);
  for (const name of await staged(on)) await rm(join(on.dataDir, "staging", name));
  const restored = on.open();
  await restored.sweep();
  restored.close();
  expect(await on.storedBytes()).toBe(0n);
  expect(await on.buckets.listParts(upload, { after: 0, limit: 10 })).toEqual([]);
  await send(on, upload, 1, pieces[2]);
  expect((await on.buckets.complete(on.bucket, upload, [part])).sizeBytes).toBe(part.sizeBytes);
});

test("only an empty bucket can be removed, and its unfinished uploads are removed with it", async () => {
  const on = await testBuckets();
  const { buckets, bucket, teamId } = on;
  await on.put("file", "x");
  const upload = await start(on);
  await send(on, upload, 1, pieces[2]);
  await expect(buckets.remove(bucket)).rejects.toMatchObject({ code: "BUCKET_NOT_EMPTY" });
  await buckets.removeObjects(bucket, ["file"]);
  await buckets.remove(bucket);
  expect(await buckets.find(bucket.name)).toBeUndefined();
  expect(await on.storedBytes()).toBe(0n);
  expect(await staged(on)).toEqual([]);
  await expect(on.put("file", "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(start(on)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await buckets.create(teamId, bucket.name)).name).toBe(bucket.name);
});
