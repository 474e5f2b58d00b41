/** Multipart uploads and signatures with AWS's SDK for JavaScript, version 3. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { inBucket } from "../../support/storage/s3-bucket.ts";
import { bucketNames, refusal, s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

const MiB = 1024 * 1024;

let cloud: TestCloud;
let user: Awaited<ReturnType<typeof s3User>>;
let client: S3Client;
const Bucket = `sdk-${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  cloud = await testCloud();
  user = await s3User(cloud.url);
  client = user.client;
  await client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(() => expect(cloud.faults).toEqual([]));

const { put, get, head, textOf } = inBucket(Bucket, () => client);

describe("multipart uploads", () => {
  const begin = async (Key: string, more: object = {}) =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))).UploadId!;
  const send = (Key: string, UploadId: string, PartNumber: number, Body: Uint8Array | string) =>
    client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
  const complete = (Key: string, UploadId: string, Parts: object[]) =>
    client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));

  test("of a large stream by lib-storage", async () => {
    const bytes = randomBytes(24 * MiB);
    const pieces = Array.from({ length: 24 }, (_, at) => bytes.subarray(at * MiB, (at + 1) * MiB));
    const params = { Bucket, Key: "large", Body: Readable.from(pieces), ContentType: "application/x-large" };
    const done = await new Upload({ client, params, partSize: 8 * MiB, queueSize: 3 }).done();
    expect(done.ETag).toMatch(/-3"$/);
    expect(done.Location).toBe(`${user.endpoint}/${Bucket}/large`);
    const got = await get("large");
    expect(got.ContentType).toBe("application/x-large");
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    const second = await get("large", { PartNumber: 2 });
    expect([second.PartsCount, second.ContentRange]).toEqual([3, `bytes ${8 * MiB}-${16 * MiB - 1}/${24 * MiB}`]);
    await second.Body!.transformToByteArray();
    const attributes = await client.send(
      new GetObjectAttributesCommand({ Bucket, Key: "large", ObjectAttributes: ["ETag", "ObjectSize", "ObjectParts"] }),
    );
    expect(attributes).toMatchObject({ ObjectSize: bytes.length, ObjectParts: { TotalPartsCount: 3 } });
  });

  test("list their parts, and are listed until they are aborted", async () => {
    const id = await begin("parts");
    for (const number of [1, 2, 3]) await send("parts", id, number, `part ${number}`);
    const first = await client.send(new ListPartsCommand({ Bucket, Key: "parts", UploadId: id, MaxParts: 2 }));
    expect([first.Parts!.map((part) => part.PartNumber), first.IsTruncated]).toEqual([[1, 2], true]);
    const PartNumberMarker = first.NextPartNumberMarker;
    const rest = await client.send(new ListPartsCommand({ Bucket, Key: "parts", UploadId: id, PartNumberMarker }));
    expect([rest.Parts!.map((part) => part.PartNumber), rest.IsTruncated]).toEqual([[3], false]);
    const other = await begin("parts");
    const listed = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: "parts", MaxUploads: 1 }));
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = listed;
    const more = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: "parts", KeyMarker, UploadIdMarker }),
    );
    const ids = [...listed.Uploads!, ...more.Uploads!].map(({ UploadId }) => UploadId);
    expect(new Set(ids)).toEqual(new Set([id, other]));
    for (const UploadId of [id, other])
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key: "parts", UploadId }));
    expect(await refusal(send("parts", id, 4, "late"))).toEqual({ status: 404, code: "NoSuchUpload" });
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: "parts" }))).Uploads).toBeUndefined();
  });

  test("replace a part sent again: the last one counts", async () => {
    const id = await begin("again");
    await send("again", id, 1, "first");
    const { ETag } = await send("again", id, 1, "second");
    await complete("again", id, [{ PartNumber: 1, ETag }]);
    expect(await textOf(get("again"))).toBe("second");
    const repeated = await complete("again", id, [{ PartNumber: 1, ETag }]);
    expect(repeated.ETag).toBe((await head("again")).ETag);
  });

  test("refuse small parts, parts out of order and parts that were not sent", async () => {
    const id = await begin("refused");
    const parts = [];
    for (const PartNumber of [1, 2])
      parts.push({ PartNumber, ETag: (await send("refused", id, PartNumber, "x")).ETag });
    expect((await refusal(complete("refused", id, parts))).code).toBe("EntityTooSmall");
    expect((await refusal(complete("refused", id, parts.toReversed()))).code).toBe("InvalidPartOrder");
    const wrong = [{ PartNumber: 1, ETag: '"ffffffffffffffffffffffffffffffff"' }];
    expect((await refusal(complete("refused", id, wrong))).code).toBe("InvalidPart");
    expect((await refusal(head("refused"))).status).toBe(404);
  });

  test("sent with a checksum of the whole match it, or do not become objects", async () => {
    const id = await begin("whole", { ChecksumAlgorithm: "CRC32", ChecksumType: "FULL_OBJECT" });
    const bytes = randomBytes(5 * MiB);
    const first = await send("whole", id, 1, bytes);
    const second = await send("whole", id, 2, "the end");
    const Parts = [first, second].map(({ ETag, ChecksumCRC32 }, at) => ({ PartNumber: at + 1, ETag, ChecksumCRC32 }));
    const asked = {
      Bucket,
      Key: "whole",
      UploadId: id,
      MultipartUpload: { Parts },
      ChecksumType: "FULL_OBJECT",
    } as const;
    const wrong = new CompleteMultipartUploadCommand({ ...asked, ChecksumCRC32: "AAAAAA==" });
    expect(await refusal(client.send(wrong))).toEqual({ status: 400, code: "BadDigest" });
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32("the end", crc32(bytes)));
    const ChecksumCRC32 = sum.toString("base64");
    await client.send(new CompleteMultipartUploadCommand({ ...asked, ChecksumCRC32 }));
    expect(await head("whole", { ChecksumMode: "ENABLED" })).toMatchObject({
      ChecksumCRC32,
      ChecksumType: "FULL_OBJECT",
    });
  });

  test("with a checksum of checksums match it with and without the number of parts, and keep the parts' own", async () => {
    const parts = [randomBytes(5 * MiB), Buffer.from("the end")];
    const sumOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64");
    const sums = parts.map(sumOf);
    const ofSums = sumOf(Buffer.concat(sums.map((sum) => Buffer.from(sum, "base64"))));
    for (const [Key, ChecksumSHA256] of [
      ["composite", `${ofSums}-2`],
      ["composite-bare", ofSums],
    ] as const) {
      const UploadId = await begin(Key, { ChecksumAlgorithm: "SHA256" });
      const Parts = [];
      for (const [at, Body] of parts.entries()) {
        const part = { Bucket, Key, UploadId, PartNumber: at + 1, Body, ChecksumAlgorithm: "SHA256" } as const;
        const { ETag } = await client.send(new UploadPartCommand(part));
        Parts.push({ PartNumber: at + 1, ETag, ChecksumSHA256: sums[at] });
      }
      const asked = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
      const wrong = new CompleteMultipartUploadCommand({ ...asked, ChecksumSHA256: `${sums[0]}-2` });
      expect((await refusal(client.send(wrong))).code).toBe("BadDigest");
      await client.send(new CompleteMultipartUploadCommand({ ...asked, ChecksumSHA256 }));
      expect(await head(Key, { ChecksumMode: "ENABLED" })).toMatchObject({
        ChecksumSHA256: `${ofSums}-2`,
        ChecksumType: "COMPOSITE",
      });
      expect(await head(Key, { ChecksumMode: "ENABLED", PartNumber: 2 })).toMatchObject({ ChecksumSHA256: sums[1] });
      const facts = new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ["ObjectParts"] });
      expect((await client.send(facts)).ObjectParts!.Parts).toEqual(
        parts.map(({ length }, at) => ({ PartNumber: at + 1, Size: length, ChecksumSHA256: sums[at] })),
      );
    }
  });

  test("copy parts from other objects", async () => {
    await put("source", "0123456789");
    const id = await begin("joined");
    const copied = await client.send(
      new UploadPartCopyCommand({
        Bucket,
        Key: "joined",
        UploadId: id,
        PartNumber: 1,
        CopySource: `${Bucket}/source`,
        CopySourceRange: "bytes=2-5",
      }),
    );
    await complete("joined", id, [{ PartNumber: 1, ETag: copied.CopyPartResult!.ETag }]);
    expect(await textOf(get("joined"))).toBe("2345");
  });
});

describe("signatures", () => {
  test("with a wrong secret, an unknown key or another token are refused", async () => {
    const { endpoint, session } = user;
    const asks = (key: object) =>
      refusal(s3ClientAt(endpoint, { ...session, ...key }).send(new GetObjectCommand({ Bucket, Key: "said" })));
    expect(await asks({ secretKey: "x".repeat(40) })).toEqual({ status: 403, code: "SignatureDoesNotMatch" });
    expect(await asks({ accessKey: "FHAAAAAAAAAAAAAAAAAA" })).toEqual({ status: 403, code: "InvalidAccessKeyId" });
    expect(await asks({ sessionToken: "made-up" })).toEqual({ status: 400, code: "InvalidToken" });
    expect(await asks({ sessionToken: undefined })).toEqual({ status: 400, code: "InvalidToken" });
  });

  test("with a clock one hour off are refused; AWS's client corrects itself from the answer", async () => {
    const skewed = s3ClientAt(user.endpoint, user.session, { systemClockOffset: 3_600_000 });
    const ask = () => skewed.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
    expect(await refusal(ask())).toEqual({ status: 403, code: "RequestTimeTooSkewed" });
    expect((await ask()).KeyCount).toBe(1);
  });

  test("of any region are accepted", async () => {
    const elsewhere = s3ClientAt(user.endpoint, user.session, { region: "us-east-1" });
    expect(await bucketNames(elsewhere)).toContain(Bucket);
  });

  test("cover the body: one changed in transit is refused", async () => {
    const tampered = s3ClientAt(user.endpoint, user.session, { requestChecksumCalculation: "WHEN_REQUIRED" });
    tampered.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: unknown }).body = "HACKD";
        return next(args);
      },
      { step: "finalizeRequest", priority: "low", name: "tamper" },
    );
    expect(await refusal(tampered.send(new PutObjectCommand({ Bucket, Key: "tampered", Body: "hello" })))).toEqual({
      status: 400,
      code: "XAmzContentSHA256Mismatch",
    });
    expect((await refusal(head("tampered"))).status).toBe(404);
  });
});
