/** The S3 endpoint with version 3 of the AWS SDK for JavaScript, as used by the dashboard and most programs. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketWebsiteCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCopyCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { inBucket } from "../../support/storage/s3-bucket.ts";
import { bucketNames, refusal, s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

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

describe("buckets", () => {
  test("are created, listed, read and deleted", async () => {
    const name = `made-${randomUUID().slice(0, 8)}`;
    await client.send(new CreateBucketCommand({ Bucket: name }));
    expect(await bucketNames(client)).toContain(name);
    expect((await client.send(new HeadBucketCommand({ Bucket: name }))).BucketRegion).toBe("eu-west-2");
    expect((await client.send(new GetBucketLocationCommand({ Bucket: name }))).LocationConstraint).toBe("eu-west-2");
    expect(await refusal(client.send(new CreateBucketCommand({ Bucket: name })))).toMatchObject({
      status: 409,
      code: "BucketAlreadyOwnedByYou",
    });
    await client.send(new DeleteBucketCommand({ Bucket: name }));
    expect(await refusal(client.send(new ListObjectsV2Command({ Bucket: name })))).toEqual({
      status: 404,
      code: "NoSuchBucket",
    });
  });

  test("have any name that is valid in S3", async () => {
    for (const name of ["Upper", "ab", "-ab", "ab-", "a".repeat(64), "under_score", "a..b", "10.0.0.1"])
      expect(await refusal(client.send(new CreateBucketCommand({ Bucket: name }))), name).toEqual({
        status: 400,
        code: "InvalidBucketName",
      });
  });

  test("are addressed by path and by host, whatever their name", async () => {
    const name = `with.dots.${"x".repeat(40)}${randomUUID().slice(0, 8)}`;
    const { hostname, port } = new URL(cloud.url);
    // Node resolves no names below localhost.
    const lookup: LookupFunction = (_name, options, done) =>
      options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
    expect(hostname).not.toBe("");
    const hosted = s3ClientAt(`http://s3.localhost:${port}`, user.session, {
      forcePathStyle: false,
      requestHandler: new NodeHttpHandler({ httpAgent: new Agent({ lookup }) }),
    });
    await hosted.send(new CreateBucketCommand({ Bucket: name }));
    await hosted.send(new PutObjectCommand({ Bucket: name, Key: "a b/ü.txt", Body: "by host" }));
    const byPath = inBucket(name, () => client);
    expect(await byPath.textOf(byPath.get("a b/ü.txt"))).toBe("by host");
    const byHost = inBucket(name, () => hosted);
    expect(await byHost.textOf(byHost.get("a b/ü.txt"))).toBe("by host");
    expect((await hosted.send(new ListObjectsV2Command({ Bucket: name }))).KeyCount).toBe(1);
    expect(await bucketNames(hosted)).toContain(name);
    await hosted.send(new DeleteObjectCommand({ Bucket: name, Key: "a b/ü.txt" }));
    await hosted.send(new DeleteBucketCommand({ Bucket: name }));
  });

  test("are deleted only when they are empty", async () => {
    await put("something", "x");
    expect(await refusal(client.send(new DeleteBucketCommand({ Bucket })))).toEqual({
      status: 409,
      code: "BucketNotEmpty",
    });
  });

  test("report missing settings as not configured", async () => {
    expect((await client.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined();
    expect(await refusal(client.send(new GetBucketLifecycleConfigurationCommand({ Bucket })))).toEqual({
      status: 404,
      code: "NoSuchLifecycleConfiguration",
    });
    const website = { Bucket, WebsiteConfiguration: { IndexDocument: { Suffix: "index.html" } } };
    expect(await refusal(client.send(new PutBucketWebsiteCommand(website)))).toEqual({
      status: 501,
      code: "NotImplemented",
    });
  });
});

describe("objects", () => {
  test("are returned byte for byte with their metadata and CID", async () => {
    const bytes = randomBytes(300_000);
    const said = {
      ContentType: "image/x",
      CacheControl: "max-age=5",
      ContentLanguage: "de",
      Metadata: { colour: "red" },
    };
    await put("said", bytes, said);
    const got = await get("said");
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    expect(got).toMatchObject({ ContentType: "image/x", CacheControl: "max-age=5", ContentLanguage: "de" });
    expect(got.Metadata).toEqual({ colour: "red", "ipfs-hash": expect.stringMatching(/^bafy|^bafk/) });
    expect(await head("said")).toMatchObject({
      ContentLength: bytes.length,
      ETag: `"${createHash("md5").update(bytes).digest("hex")}"`,
    });
    const byCid = await fetch(`${cloud.url}/ipfs/${got.Metadata!["ipfs-hash"]}`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(Buffer.from(await byCid.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("from a stream arrive in aws-chunked encoding, whose framing is not stored", async () => {
    const bytes = randomBytes(700_001);
    const Body = Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]);
    await client.send(new PutObjectCommand({ Bucket, Key: "stream", Body, ContentLength: bytes.length }));
    const got = await get("stream");
    expect(got.ContentEncoding).toBeUndefined();
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(bytes)).toBe(true);
  });

  test("can have any key: a//b, .., a trailing slash, foo beside foo/bar, plus, percent, ü", async () => {
    const keys = [
      "o//b",
      "o/../../x",
      "o/./y",
      "o/dir/",
      "o/foo",
      "o/foo/bar",
      "o/a+b c%2Fd",
      "o/ü€😀",
      "o/'!*()&=?#",
      `o/${"k".repeat(1000)}`,
    ];
    for (const key of keys) await put(key, `content of ${key}`);
    for (const key of keys) expect(await textOf(get(key)), key).toBe(`content of ${key}`);
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "o/" }));
    const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(listed.Contents!.map(({ Key }) => Key)).toEqual(sorted);
    expect(await refusal(put("k".repeat(1025), "x"))).toEqual({ status: 400, code: "KeyTooLongError" });
  });

  test("are empty when nothing is sent", async () => {
    await put("empty", new Uint8Array());
    expect(await textOf(get("empty"))).toBe("");
    const whole = await get("empty", { Range: "bytes=-5" });
    expect([whole.$metadata.httpStatusCode, await whole.Body!.transformToString()]).toEqual([200, ""]);
    expect((await head("empty")).ContentLength).toBe(0);
  });

  test("are read in ranges: first, last, open, none beyond the end", async () => {
    await put("digits", "0123456789");
    const part = async (Range: string) => {
      const got = await get("digits", { Range });
      return [await got.Body!.transformToString(), got.ContentRange, got.$metadata.httpStatusCode];
    };
    expect(await part("bytes=2-4")).toEqual(["234", "bytes 2-4/10", 206]);
    expect(await part("bytes=-3")).toEqual(["789", "bytes 7-9/10", 206]);
    expect(await part("bytes=7-")).toEqual(["789", "bytes 7-9/10", 206]);
    expect(await part("bytes=5-500")).toEqual(["56789", "bytes 5-9/10", 206]);
    expect(await refusal(get("digits", { Range: "bytes=20-30" }))).toEqual({ status: 416, code: "InvalidRange" });
  });

  test("are read, copied and written conditionally", async () => {
    const { ETag } = await put("if", "first");
    expect((await refusal(get("if", { IfNoneMatch: ETag }))).status).toBe(304);
    expect((await refusal(get("if", { IfModifiedSince: new Date(Date.now() + 1000) }))).status).toBe(304);
    expect((await refusal(get("if", { IfMatch: '"other"' }))).status).toBe(412);
    expect((await refusal(get("if", { IfUnmodifiedSince: new Date(0) }))).status).toBe(412);
    expect(await textOf(get("if", { IfMatch: ETag }))).toBe("first");
    expect((await refusal(put("if", "second", { IfNoneMatch: "*" }))).code).toBe("PreconditionFailed");
    expect((await refusal(put("if", "second", { IfMatch: '"other"' }))).code).toBe("PreconditionFailed");
    await put("if", "second", { IfMatch: ETag });
    expect(await textOf(get("if"))).toBe("second");
    const copy = { Bucket, Key: "if-copied", CopySource: `${Bucket}/if`, CopySourceIfMatch: ETag };
    expect((await refusal(client.send(new CopyObjectCommand(copy)))).code).toBe("PreconditionFailed");
  });

  test("are copied without sending their bytes, with the same or other metadata", async () => {
    await put("from ü", "content", { Metadata: { a: "1" }, ContentType: "text/x", Tagging: "t=1" });
    const CopySource = encodeURIComponent(`${Bucket}/from ü`);
    await client.send(new CopyObjectCommand({ Bucket, Key: "same", CopySource }));
    expect(await head("same")).toMatchObject({ Metadata: { a: "1" }, ContentType: "text/x", TagCount: 1 });
    const other = { MetadataDirective: "REPLACE", Metadata: { b: "2" }, ContentType: "text/y" } as const;
    await client.send(new CopyObjectCommand({ Bucket, Key: "other", CopySource, ...other }));
    const copied = await head("other");
    expect([copied.Metadata!["a"], copied.Metadata!["b"], copied.ContentType]).toEqual([undefined, "2", "text/y"]);
    expect(await textOf(get("other"))).toBe("content");
    const onto = new CopyObjectCommand({ Bucket, Key: "from ü", CopySource });
    expect(await refusal(client.send(onto))).toEqual({ status: 400, code: "InvalidRequest" });
  });

  test("are copied from a key that is escaped as in a form: a plus is a space, %2B a plus", async () => {
    await put("a b", "space");
    await put("a+b", "plus");
    for (const [escaped, content] of [
      ["a+b", "space"],
      ["a%20b", "space"],
      ["a%2Bb", "plus"],
    ] as const) {
      const CopySource = `${Bucket}/${escaped}`;
      await client.send(new CopyObjectCommand({ Bucket, Key: "from-form", CopySource }));
      expect(await textOf(get("from-form")), escaped).toBe(content);
      const upload = { Bucket, Key: "part-from-form" };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
      const part = { ...upload, UploadId, PartNumber: 1 };
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand({ ...part, CopySource }));
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: CopyPartResult!.ETag }] };
      await client.send(new CompleteMultipartUploadCommand({ ...upload, UploadId, MultipartUpload }));
      expect(await textOf(get("part-from-form")), escaped).toBe(content);
    }
  });

  test("have tags", async () => {
    await put("tagged", "x", { Tagging: "one=1&two=2" });
    expect((await head("tagged")).TagCount).toBe(2);
    const TagSet = [{ Key: "<a&b>", Value: '"v"' }];
    await client.send(new PutObjectTaggingCommand({ Bucket, Key: "tagged", Tagging: { TagSet } }));
    expect((await client.send(new GetObjectTaggingCommand({ Bucket, Key: "tagged" }))).TagSet).toEqual(TagSet);
    await client.send(new DeleteObjectTaggingCommand({ Bucket, Key: "tagged" }));
    expect((await client.send(new GetObjectTaggingCommand({ Bucket, Key: "tagged" }))).TagSet).toEqual([]);
  });

  test("are deleted, one by one and a thousand at once; a missing one is no error", async () => {
    await put("gone", "x");
    await client.send(new DeleteObjectCommand({ Bucket, Key: "gone" }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: "gone" }));
    expect(await refusal(get("gone"))).toEqual({ status: 404, code: "NoSuchKey" });
    const keys = Array.from({ length: 60 }, (_, at) => `many/${at}<&>`);
    await Promise.all(keys.map((key) => put(key, "x")));
    const all = { Objects: [...keys, "many/never"].map((Key) => ({ Key })) };
    const deleted = await client.send(new DeleteObjectsCommand({ Bucket, Delete: all }));
    expect(deleted.Deleted!.map(({ Key }) => Key)).toEqual([...keys, "many/never"]);
    expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix: "many/" }))).KeyCount).toBe(0);
    const quiet = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "x" }], Quiet: true } });
    expect((await client.send(quiet)).Deleted).toBeUndefined();
  });
});

describe("checksums", () => {
  test.each(["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"] as const)(
    "%s is checked, stored and returned",
    async (name) => {
      const Key = `sum-${name}`;
      const field = `Checksum${name}` as "ChecksumCRC32";
      const answered = await put(Key, "hello", { ChecksumAlgorithm: name });
      expect(answered[field]).toEqual(expect.any(String));
      expect((await head(Key, { ChecksumMode: "ENABLED" }))[field]).toBe(answered[field]);
      expect((await head(Key))[field]).toBeUndefined();
      expect(await textOf(get(Key, { ChecksumMode: "ENABLED" }))).toBe("hello");
      expect(await refusal(put(Key, "other", { [field]: answered[field] }))).toEqual({
        status: 400,
        code: "BadDigest",
      });
      expect(await textOf(get(Key))).toBe("hello");
    },
  );

  test("are never returned with a range: they cover the whole object", async () => {
    await put("sum-range", "0123456789", { ChecksumAlgorithm: "CRC32" });
    const got = await get("sum-range", { Range: "bytes=0-3", ChecksumMode: "ENABLED" });
    expect([await got.Body!.transformToString(), got.ChecksumCRC32]).toEqual(["0123", undefined]);
  });

  test("a wrong Content-MD5 is refused, and nothing is stored", async () => {
    const ContentMD5 = createHash("md5").update("another").digest("base64");
    expect(await refusal(put("wrong-md5", "this", { ContentMD5 }))).toEqual({ status: 400, code: "BadDigest" });
    expect((await refusal(head("wrong-md5"))).status).toBe(404);
  });
});

describe("lists", () => {
  const keys = ["l/a", "l/b/1", "l/b/2", "l/c", "l/d/1", "l/ e+%ü"];

  test("have prefixes, pages, a start and escaped keys", async () => {
    for (const key of keys) await put(key, "x");
    const folder = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "l/", Delimiter: "/" }));
    expect(folder.CommonPrefixes!.map(({ Prefix }) => Prefix)).toEqual(["l/b/", "l/d/"]);
    expect(folder.Contents!.map(({ Key }) => Key)).toEqual(["l/ e+%ü", "l/a", "l/c"]);
    const after = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "l/", StartAfter: "l/b/1" }));
    expect(after.Contents!.map(({ Key }) => Key)).toEqual(["l/b/2", "l/c", "l/d/1"]);
    const escaped = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "l/ ", EncodingType: "url" }));
    expect(escaped.Contents!.map(({ Key }) => Key)).toEqual(["l/+e%2B%25%C3%BC"]);
    const none = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }));
    expect([none.KeyCount, none.IsTruncated]).toEqual([0, false]);
  });

  test("of any page size show each key and each prefix once", async () => {
    for (const MaxKeys of [1, 2, 3]) {
      const seen: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: "l/", Delimiter: "/", MaxKeys, ContinuationToken }),
        );
        seen.push(
          ...(page.Contents ?? []).map(({ Key }) => Key!),
          ...(page.CommonPrefixes ?? []).map((one) => one.Prefix!),
        );
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      expect(seen.toSorted(), `pages of ${MaxKeys}`).toEqual(["l/ e+%ü", "l/a", "l/b/", "l/c", "l/d/"]);
    }
  });

  test("of the first version continue from a marker", async () => {
    const first = await client.send(new ListObjectsCommand({ Bucket, Prefix: "l/", Delimiter: "/", MaxKeys: 3 }));
    expect([first.IsTruncated, first.NextMarker]).toEqual([true, "l/b/"]);
    const rest = await client.send(
      new ListObjectsCommand({ Bucket, Prefix: "l/", Delimiter: "/", Marker: first.NextMarker }),
    );
    expect(rest.Contents!.map(({ Key }) => Key)).toEqual(["l/c"]);
    expect(rest.CommonPrefixes!.map(({ Prefix }) => Prefix)).toEqual(["l/d/"]);
  });

  test("of versions show the one version of each object", async () => {
    const { Versions } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: "l/a" }));
    expect(Versions).toMatchObject([{ Key: "l/a", VersionId: "null", IsLatest: true }]);
    expect(await textOf(get("l/a", { VersionId: "null" }))).toBe("x");
  });
});
