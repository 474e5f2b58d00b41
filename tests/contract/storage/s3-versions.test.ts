/** Versions, delete markers and object lock over S3, with the AWS SDK for JavaScript. */
import { randomUUID } from "node:crypto";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectAttributesCommand,
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
  PutObjectLockConfigurationCommand,
  PutObjectRetentionCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
  DeleteBucketLifecycleCommand,
  GetBucketLifecycleConfigurationCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  type LifecycleRule,
  type ListObjectVersionsCommandInput,
  type S3Client,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { inBucket } from "../../support/storage/s3-bucket.ts";
import { refusal, s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

let cloud: TestCloud;
let user: Awaited<ReturnType<typeof s3User>>;
let client: S3Client;
beforeAll(async () => {
  cloud = await testCloud();
  user = await s3User(cloud.url);
  client = user.client;
});
afterAll(() => expect(cloud.faults).toEqual([]));

const setVersioning = (Bucket: string, Status: "Enabled" | "Suspended") =>
  client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));

/** Creates a bucket with versioning, or with object lock. */
const versioned = async ({ hasLock = false } = {}) => {
  const Bucket = `versions-${randomUUID().slice(0, 8)}`;
  await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: hasLock }));
  if (!hasLock) await setVersioning(Bucket, "Enabled");
  const objects = inBucket(Bucket, () => client);
  const remove = (Key: string, VersionId?: string, more: object = {}) =>
    client.send(new DeleteObjectCommand({ Bucket, Key, VersionId, ...more }));
  const list = async (more: Partial<ListObjectVersionsCommandInput> = {}) => {
    const {
      Versions = [],
      DeleteMarkers = [],
      ...page
    } = await client.send(new ListObjectVersionsCommand({ Bucket, ...more }));
    return { ...page, versions: Versions, markers: DeleteMarkers };
  };
  const keys = async () =>
    ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key!);
  const textOf = (Key: string, VersionId?: string) => objects.textOf(objects.get(Key, { VersionId }));
  return { Bucket, ...objects, remove, list, keys, textOf };
};

/** The bucket's figures as the dashboard shows them. */
const figuresOf = async (Bucket: string) => {
  const { list } = await user.data<{ list: { usedStorage: number; objectCount: number; versionCount: number }[] }>(
    `GET /api/bucket/buckets/extra?name=${Bucket}`,
  );
  const { usedStorage, objectCount, versionCount } = list[0]!;
  return { usedStorage, objectCount, versionCount };
};

describe("versioning", () => {
  test("is off until it is enabled, can be suspended, and refuses MFA delete", async () => {
    const Bucket = `versions-${randomUUID().slice(0, 8)}`;
    await client.send(new CreateBucketCommand({ Bucket }));
    const status = async () => (await client.send(new GetBucketVersioningCommand({ Bucket }))).Status;
    expect(await status()).toBeUndefined();
    for (const wanted of ["Enabled", "Suspended", "Enabled"] as const) {
      await setVersioning(Bucket, wanted);
      expect(await status()).toBe(wanted);
    }
    const withMfa = { Status: "Enabled" as const, MFADelete: "Enabled" as const };
    const asked = client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: withMfa }));
    expect(await refusal(asked)).toEqual({ status: 501, code: "NotImplemented" });
    const empty = client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: {} }));
    expect(await refusal(empty)).toMatchObject({ code: "IllegalVersioningConfigurationException" });
  });

  test("keeps every version of a key, which is read by its ID", async () => {
    const { put, get, head, textOf, list, Bucket } = await versioned();
    const first = (await put("k", "first")).VersionId!;
    const second = (await put("k", "second")).VersionId!;
    expect(first).not.toBe(second);
    expect(await textOf("k")).toBe("second");
    expect(await textOf("k", first)).toBe("first");
    expect(await get("k")).toMatchObject({ VersionId: second });
    expect(await head("k", { VersionId: first })).toMatchObject({ VersionId: first, ContentLength: 5 });
    const attributes = new GetObjectAttributesCommand({
      Bucket,
      Key: "k",
      VersionId: first,
      ObjectAttributes: ["ObjectSize"],
    });
    expect(await client.send(attributes)).toMatchObject({ ObjectSize: 5, VersionId: first });
    expect((await list()).versions).toMatchObject([
      { Key: "k", VersionId: second, IsLatest: true, Size: 6 },
      { Key: "k", VersionId: first, IsLatest: false, Size: 5 },
    ]);
    expect(await refusal(get("k", { VersionId: "0".repeat(32) }))).toEqual({ status: 404, code: "NoSuchVersion" });
    expect(await refusal(get("k", { VersionId: "x" }))).toEqual({ status: 400, code: "InvalidArgument" });
  });

  test("marks a deleted key and keeps its versions; deleting the marker restores the object", async () => {
    const { put, get, remove, keys, textOf, list } = await versioned();
    const { VersionId: first } = await put("k", "first");
    const { VersionId: marker, DeleteMarker } = await remove("k");
    expect(DeleteMarker).toBe(true);
    expect(await keys()).toEqual([]);
    const missing = await fetchHeaders(get("k"));
    expect(missing).toMatchObject({ status: 404, code: "NoSuchKey", marker: "true", version: marker });
    expect(await fetchHeaders(get("k", { VersionId: marker }))).toMatchObject({
      status: 405,
      code: "MethodNotAllowed",
      marker: "true",
    });
    expect(await textOf("k", first)).toBe("first");
    expect((await list()).markers).toMatchObject([{ Key: "k", VersionId: marker, IsLatest: true }]);
    expect((await list()).versions).toMatchObject([{ Key: "k", VersionId: first, IsLatest: false }]);
    // Another marker over the first one.
    const { VersionId: second } = await remove("k");
    expect(await remove("k", second)).toMatchObject({ DeleteMarker: true, VersionId: second });
    expect(await keys()).toEqual([]);
    await remove("k", marker);
    expect(await textOf("k")).toBe("first");
    expect(await get("k")).toMatchObject({ VersionId: first });
    expect((await list()).versions).toMatchObject([{ VersionId: first, IsLatest: true }]);
  });

  test("makes the version before current when the latest is deleted permanently", async () => {
    const { put, remove, textOf, list, Bucket } = await versioned();
    const ids: string[] = [];
    for (const text of ["one", "two", "three"]) ids.push((await put("k", text)).VersionId!);
    expect(await remove("k", ids[2])).toMatchObject({ VersionId: ids[2] });
    expect(await textOf("k")).toBe("two");
    await remove("k", ids[0]);
    expect((await list()).versions).toMatchObject([{ VersionId: ids[1], IsLatest: true }]);
    // Deleting a version twice, or one that never was, is not an error.
    await remove("k", ids[0]);
    await put("k", "four");
    expect((await list()).versions.map(({ IsLatest }) => IsLatest)).toEqual([true, false]);
    expect(await figuresOf(Bucket)).toEqual({ usedStorage: 7, objectCount: 1, versionCount: 1 });
  });

  test("gives objects from before the version null, which suspended writes replace", async () => {
    const Bucket = `versions-${randomUUID().slice(0, 8)}`;
    await client.send(new CreateBucketCommand({ Bucket }));
    const { put, textOf: read, get } = inBucket(Bucket, () => client);
    const textOf = (VersionId?: string) => read(get("k", { VersionId }));
    const listed = async () => {
      const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
      return [...Versions, ...DeleteMarkers].map(({ VersionId, IsLatest }) => [VersionId, IsLatest]);
    };
    expect((await put("k", "before")).VersionId).toBeUndefined();
    await setVersioning(Bucket, "Enabled");
    const { VersionId: kept } = await put("k", "kept");
    expect(await textOf("null")).toBe("before");
    expect(await listed()).toEqual([
      [kept, true],
      ["null", false],
    ]);
    await setVersioning(Bucket, "Suspended");
    expect((await put("k", "suspended")).VersionId).toBe("null");
    expect(await textOf("null")).toBe("suspended");
    expect(await listed()).toEqual([
      ["null", true],
      [kept, false],
    ]);
    await put("k", "again");
    expect(await listed()).toEqual([
      ["null", true],
      [kept, false],
    ]);
    expect(await figuresOf(Bucket)).toEqual({ usedStorage: 9, objectCount: 1, versionCount: 1 });
    const removed = await client.send(new DeleteObjectCommand({ Bucket, Key: "k" }));
    expect(removed).toMatchObject({ DeleteMarker: true, VersionId: "null" });
    expect(await listed()).toEqual([
      [kept, false],
      ["null", true],
    ]);
    // A second marker replaces the first.
    await client.send(new DeleteObjectCommand({ Bucket, Key: "k" }));
    expect(await listed()).toHaveLength(2);
    await put("k", "new");
    expect(await listed()).toEqual([
      ["null", true],
      [kept, false],
    ]);
    expect(await textOf(kept)).toBe("kept");
  });

  test("applies to copies, multipart uploads and forms, and to sources by version", async () => {
    const { Bucket, put, textOf, list } = await versioned();
    const { VersionId: first } = await put("k", "first", { Metadata: { n: "1" } });
    await put("k", "second");
    const restored = await client.send(
      new CopyObjectCommand({ Bucket, Key: "k", CopySource: `${Bucket}/k?versionId=${first}` }),
    );
    expect(restored).toMatchObject({ CopySourceVersionId: first, VersionId: expect.stringMatching(/^[\da-f]{32}$/) });
    expect(await textOf("k")).toBe("first");
    expect((await list()).versions).toHaveLength(3);

    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: "parts" }));
    const part = { Bucket, Key: "parts", UploadId };
    const { ETag } = await client.send(new UploadPartCommand({ ...part, PartNumber: 1, Body: "whole" }));
    const completed = await client.send(
      new CompleteMultipartUploadCommand({ ...part, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }),
    );
    expect(await textOf("parts", completed.VersionId)).toBe("whole");

    const { url, fields } = await createPresignedPost(client, { Bucket, Key: "form" });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob(["posted"]));
    const posted = await fetch(url, { method: "POST", body: form });
    expect(posted.status).toBe(204);
    expect(await textOf("form", posted.headers.get("x-amz-version-id")!)).toBe("posted");
  });

  test("keeps tags of each version apart", async () => {
    const { Bucket, put } = await versioned();
    const { VersionId: first } = await put("k", "first", { Tagging: "of=first" });
    const { VersionId: second } = await put("k", "second");
    const tagsOf = async (VersionId?: string) =>
      (await client.send(new GetObjectTaggingCommand({ Bucket, Key: "k", VersionId }))).TagSet;
    expect(await tagsOf(first)).toEqual([{ Key: "of", Value: "first" }]);
    const Tagging = { TagSet: [{ Key: "of", Value: "second" }] };
    await client.send(new PutObjectTaggingCommand({ Bucket, Key: "k", Tagging }));
    await client.send(new DeleteObjectTaggingCommand({ Bucket, Key: "k", VersionId: first }));
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([[], Tagging.TagSet]);
  });

  test("deletes many objects and versions in one request", async () => {
    const { Bucket, put, keys, list } = await versioned();
    const { VersionId: a } = await put("a", "1");
    await put("b", "2");
    const asked = await client.send(
      new DeleteObjectsCommand({
        Bucket,
        Delete: { Objects: [{ Key: "a", VersionId: a }, { Key: "b" }, { Key: "c" }, { Key: "b", VersionId: "x" }] },
      }),
    );
    expect(asked.Deleted).toMatchObject([
      { Key: "a", VersionId: a },
      { Key: "b", DeleteMarker: true, DeleteMarkerVersionId: expect.any(String) },
      { Key: "c", DeleteMarker: true },
    ]);
    expect(asked.Errors).toMatchObject([{ Key: "b", VersionId: "x", Code: "InvalidArgument" }]);
    expect(await keys()).toEqual([]);
    const { versions, markers } = await list();
    expect([versions.map(({ Key }) => Key), markers.map(({ Key }) => Key)]).toEqual([["b"], ["b", "c"]]);
  });

  test("lists versions in pages of any size, below prefixes and with common prefixes", async () => {
    const { put, remove, list } = await versioned();
    for (const round of ["1", "2", "3"]) for (const key of ["a", "a/x", "a/y", "b", "c/z"]) await put(key, round + key);
    await remove("b");
    await remove("c/z");
    const idOf = ({ Key, VersionId, IsLatest }: { Key?: string; VersionId?: string; IsLatest?: boolean }) =>
      `${Key} ${VersionId} ${IsLatest}`;
    const all = await list();
    const whole = [...all.versions, ...all.markers].map(idOf).toSorted();
    expect(whole).toHaveLength(17);
    expect(all.versions.filter(({ IsLatest }) => IsLatest).map(({ Key }) => Key)).toEqual(["a", "a/x", "a/y"]);
    for (const MaxKeys of [1, 2, 3, 5, 16]) {
      const found: string[] = [];
      let markers: { KeyMarker?: string; VersionIdMarker?: string } = {};
      for (let isTruncated = true; isTruncated;) {
        const page = await list({ MaxKeys, ...markers });
        expect(page.versions.length + page.markers.length).toBeLessThanOrEqual(MaxKeys);
        found.push(...[...page.versions, ...page.markers].map(idOf));
        isTruncated = page.IsTruncated!;
        markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
      }
      expect(found.toSorted(), `pages of ${MaxKeys}`).toEqual(whole);
    }
    const folders = async (MaxKeys: number) => {
      const found: string[] = [];
      let markers: { KeyMarker?: string; VersionIdMarker?: string } = {};
      for (let isTruncated = true; isTruncated;) {
        const page = await list({ MaxKeys, Delimiter: "/", ...markers });
        found.push(
          ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!),
          ...page.versions.map(({ Key }) => Key!),
        );
        found.push(...page.markers.map(({ Key }) => `${Key}!`));
        isTruncated = page.IsTruncated!;
        markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
      }
      return found.toSorted();
    };
    for (const MaxKeys of [1, 2, 4, 1000])
      expect(await folders(MaxKeys)).toEqual(["a", "a", "a", "a/", "b", "b", "b", "b!", "c/"]);
    expect((await list({ Prefix: "a/" })).versions).toHaveLength(6);
    expect(await refusal(list({ VersionIdMarker: "0".repeat(32) }))).toMatchObject({ code: "InvalidArgument" });
  });

  test("counts all versions, and deletes a bucket only without any", async () => {
    const { Bucket, put, remove, list } = await versioned();
    await put("k", "12345");
    await put("k", "1234567");
    await remove("k");
    expect(await figuresOf(Bucket)).toEqual({ usedStorage: 12, objectCount: 0, versionCount: 3 });
    expect(await refusal(client.send(new DeleteBucketCommand({ Bucket })))).toMatchObject({ code: "BucketNotEmpty" });
    const { versions, markers } = await list();
    for (const { VersionId } of [...versions, ...markers]) await remove("k", VersionId);
    expect(await figuresOf(Bucket)).toEqual({ usedStorage: 0, objectCount: 0, versionCount: 0 });
    await client.send(new DeleteBucketCommand({ Bucket }));
  });

  test("shows earlier versions to keys of the team only, and only the current one by CID", async () => {
    const { Bucket, put, get } = await versioned();
    await put("k", "earlier secret");
    const { Metadata, VersionId } = await get("k");
    await put("k", "current");
    await user.data(`PUT /api/bucket/buckets/${Bucket}/visibility`, { visibility: "public" });
    const Policy = {
      Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: `arn:aws:s3:::${Bucket}/*` }],
    };
    await client.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify(Policy) }));
    expect((await fetch(`${user.endpoint}/${Bucket}/k`)).status).toBe(200);
    expect((await fetch(`${user.endpoint}/${Bucket}/k?versionId=${VersionId}`)).status).toBe(403);
    const current = await get("k");
    expect((await fetch(`${cloud.url}/ipfs/${current.Metadata!["ipfs-hash"]}`)).status).toBe(200);
    expect((await fetch(`${cloud.url}/ipfs/${Metadata!["ipfs-hash"]}`)).status).toBe(404);
  });

  test("is deleted with the folder if asked, and kept otherwise", async () => {
    const { Bucket, put, list } = await versioned();
    for (const text of ["1", "2"]) for (const key of ["f/a", "f/b", "g"]) await put(key, text);
    const removalOf = async (versions: boolean) => {
      const { id } = await user.data<{ id: string }>("POST /api/bucket/objects/delete-folder", {
        bucket: Bucket,
        prefix: "f/",
        versions,
      });
      await expect
        .poll(async () => (await user.data<{ state: string }>(`GET /api/bucket/objects/delete-folder/${id}`)).state)
        .toBe("done");
    };
    await removalOf(false);
    expect((await list({ Prefix: "f/" })).versions).toHaveLength(4);
    await removalOf(true);
    const { versions, markers } = await list();
    expect([versions.map(({ Key }) => Key), markers]).toEqual([["g", "g"], []]);
  });
});

/** The status, code and version headers with which a request is refused. */
const fetchHeaders = async (asked: Promise<unknown>) => {
  try {
    await asked;
  } catch (error) {
    const { name, Code, $response, $metadata } = error as {
      name: string;
      Code?: string;
      $metadata: { httpStatusCode: number };
      $response: { headers: Record<string, string> };
    };
    const { "x-amz-delete-marker": marker, "x-amz-version-id": version } = $response.headers;
    return { status: $metadata.httpStatusCode, code: Code ?? name, marker, version };
  }
  throw new Error("It was not refused.");
};

describe("object lock", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const denied = { status: 403, code: "AccessDenied" };

  test("belongs to buckets with versioning, which then stays enabled", async () => {
    const { Bucket } = await versioned({ hasLock: true });
    expect((await client.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBe("Enabled");
    expect(await refusal(setVersioning(Bucket, "Suspended"))).toEqual({ status: 409, code: "InvalidBucketState" });
    const { ObjectLockConfiguration } = await client.send(new GetObjectLockConfigurationCommand({ Bucket }));
    expect(ObjectLockConfiguration).toEqual({ ObjectLockEnabled: "Enabled" });

    const plain = `plain-${randomUUID().slice(0, 8)}`;
    await client.send(new CreateBucketCommand({ Bucket: plain }));
    const enable = () =>
      client.send(
        new PutObjectLockConfigurationCommand({
          Bucket: plain,
          ObjectLockConfiguration: { ObjectLockEnabled: "Enabled" },
        }),
      );
    expect(await refusal(client.send(new GetObjectLockConfigurationCommand({ Bucket: plain })))).toMatchObject({
      code: "ObjectLockConfigurationNotFoundError",
    });
    expect(await refusal(enable())).toMatchObject({ code: "InvalidBucketState" });
    const locked = { ObjectLockMode: "GOVERNANCE" as const, ObjectLockRetainUntilDate: inDays(1) };
    const written = client.send(new PutObjectCommand({ Bucket: plain, Key: "k", Body: "x", ...locked }));
    expect(await refusal(written)).toEqual({ status: 400, code: "InvalidRequest" });
    await setVersioning(plain, "Enabled");
    await enable();
  });

  test("refuses to delete a version in governance retention, except with a key that may bypass it", async () => {
    const { Bucket, put, remove, head, keys } = await versioned({ hasLock: true });
    const until = inDays(1);
    const lock = { ObjectLockMode: "GOVERNANCE", ObjectLockRetainUntilDate: until };
    const { VersionId } = await put("k", "locked", lock);
    expect(await head("k")).toMatchObject(lock);
    // A delete marker only hides it.
    await remove("k");
    expect(await keys()).toEqual([]);
    expect(await refusal(remove("k", VersionId))).toEqual(denied);
    expect(await refusal(remove("k", VersionId, { BypassGovernanceRetention: true }))).toEqual(denied);
    const many = { Objects: [{ Key: "k", VersionId }] };
    const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: many }));
    expect(Errors).toMatchObject([{ Code: "AccessDenied" }]);
    const shorten = (by: S3Client, more: object = {}) =>
      by.send(
        new PutObjectRetentionCommand({
          Bucket,
          Key: "k",
          VersionId,
          Retention: { Mode: "GOVERNANCE", RetainUntilDate: inDays(0.5) },
          ...more,
        }),
      );
    expect(await refusal(shorten(client))).toEqual(denied);
    const bypassing = s3ClientAt(
      user.endpoint,
      await user.makeKey({ permissions: ["read", "write", "delete", "bypassGovernance"] }),
    );
    const BypassGovernanceRetention = true;
    expect(await refusal(shorten(bypassing))).toEqual(denied);
    await shorten(bypassing, { BypassGovernanceRetention });
    expect(await refusal(bypassing.send(new DeleteObjectCommand({ Bucket, Key: "k", VersionId })))).toEqual(denied);
    await bypassing.send(new DeleteObjectCommand({ Bucket, Key: "k", VersionId, BypassGovernanceRetention }));
    expect(await refusal(head("k", { VersionId }))).toMatchObject({ status: 404 });
  });

  test("compliance retention can be extended, but not shortened or deleted, even with the permission to bypass", async () => {
    const { Bucket, put, remove } = await versioned({ hasLock: true });
    const { VersionId } = await put("k", "x", {
      ObjectLockMode: "COMPLIANCE",
      ObjectLockRetainUntilDate: inDays(1),
    });
    const by = s3ClientAt(
      user.endpoint,
      await user.makeKey({ permissions: ["read", "write", "delete", "bypassGovernance"] }),
    );
    const retain = (Mode: "COMPLIANCE" | "GOVERNANCE", days: number) =>
      by.send(
        new PutObjectRetentionCommand({
          Bucket,
          Key: "k",
          Retention: { Mode, RetainUntilDate: inDays(days) },
          BypassGovernanceRetention: true,
        }),
      );
    expect(await refusal(retain("COMPLIANCE", 0.5))).toEqual(denied);
    expect(await refusal(retain("GOVERNANCE", 2))).toEqual(denied);
    await retain("COMPLIANCE", 2);
    const asked = by.send(new DeleteObjectCommand({ Bucket, Key: "k", VersionId, BypassGovernanceRetention: true }));
    expect(await refusal(asked)).toEqual(denied);
    expect(await refusal(remove("k", VersionId))).toEqual(denied);
    const { Retention } = await client.send(new GetObjectRetentionCommand({ Bucket, Key: "k" }));
    expect(Retention!.RetainUntilDate!.getTime()).toBeGreaterThan(inDays(1.9).getTime());
  });

  test("holds a version until the legal hold is off", async () => {
    const { Bucket, put, remove } = await versioned({ hasLock: true });
    const { VersionId } = await put("k", "x");
    const hold = (Status: "ON" | "OFF") =>
      client.send(new PutObjectLegalHoldCommand({ Bucket, Key: "k", VersionId, LegalHold: { Status } }));
    const isHeld = async () =>
      (await client.send(new GetObjectLegalHoldCommand({ Bucket, Key: "k" }))).LegalHold!.Status;
    expect(await refusal(isHeld())).toMatchObject({ code: "NoSuchObjectLockConfiguration" });
    await hold("ON");
    expect(await isHeld()).toBe("ON");
    expect(await refusal(remove("k", VersionId))).toEqual(denied);
    await hold("OFF");
    await remove("k", VersionId);
  });

  test("applies the bucket's default retention to new versions", async () => {
    const { Bucket, put, head, remove } = await versioned({ hasLock: true });
    await put("before", "x");
    const configure = (DefaultRetention: object) =>
      client.send(
        new PutObjectLockConfigurationCommand({
          Bucket,
          ObjectLockConfiguration: { ObjectLockEnabled: "Enabled", Rule: { DefaultRetention } },
        }),
      );
    for (const wrong of [{ Mode: "GOVERNANCE" }, { Mode: "GOVERNANCE", Days: 1, Years: 1 }, { Mode: "x", Days: 1 }])
      expect(await refusal(configure(wrong))).toMatchObject({ code: "MalformedXML" });
    expect(await refusal(configure({ Mode: "GOVERNANCE", Days: 0 }))).toMatchObject({ code: "InvalidArgument" });
    await configure({ Mode: "GOVERNANCE", Days: 2 });
    const { VersionId } = await put("k", "x");
    const { ObjectLockMode, ObjectLockRetainUntilDate } = await head("k");
    expect(ObjectLockMode).toBe("GOVERNANCE");
    expect(Math.round((ObjectLockRetainUntilDate!.getTime() - Date.now()) / 86_400_000)).toBe(2);
    expect(await refusal(remove("k", VersionId))).toEqual(denied);
    expect((await head("before")).ObjectLockMode).toBeUndefined();
  });
});

describe("lifecycle rules", () => {
  const configure = (Bucket: string, ...Rules: LifecycleRule[]) =>
    client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
  const configured = async (Bucket: string) =>
    (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules;

  test("are stored, returned and deleted", async () => {
    const { Bucket } = await versioned();
    const rules: LifecycleRule[] = [
      { ID: "logs", Status: "Enabled", Filter: { Prefix: "logs/" }, Expiration: { Days: 30 } },
      {
        ID: "all",
        Status: "Disabled",
        Filter: { Prefix: "" },
        Expiration: { ExpiredObjectDeleteMarker: true },
        NoncurrentVersionExpiration: { NoncurrentDays: 7, NewerNoncurrentVersions: 3 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
      },
      {
        ID: "tagged",
        Status: "Enabled",
        Filter: {
          And: { Prefix: "a", Tags: [{ Key: "k", Value: "v" }], ObjectSizeGreaterThan: 1, ObjectSizeLessThan: 9 },
        },
        Expiration: { Date: new Date("2030-01-01T00:00:00Z") },
      },
    ];
    await configure(Bucket, ...rules);
    expect(await configured(Bucket)).toEqual(rules);
    await client.send(new DeleteBucketLifecycleCommand({ Bucket }));
    expect(await refusal(configured(Bucket))).toEqual({ status: 404, code: "NoSuchLifecycleConfiguration" });
  });

  test("are refused if S3 refuses them, or if Freehold can't apply them", async () => {
    const { Bucket } = await versioned();
    const base = { ID: "1", Status: "Enabled", Filter: { Prefix: "" } } as const;
    const refused: [LifecycleRule[], string][] = [
      [[{ ...base, Transitions: [{ Days: 1, StorageClass: "GLACIER" }] }], "NotImplemented"],
      [[base], "InvalidRequest"],
      [[{ ...base, Expiration: { Days: 1, Date: new Date("2030-01-01T00:00:00Z") } }], "InvalidRequest"],
      [[{ ...base, Expiration: { Days: 0 } }], "InvalidRequest"],
      [[{ ...base, Expiration: { Date: new Date("2030-01-01T01:00:00Z") } }], "InvalidArgument"],
      [[{ ...base, NoncurrentVersionExpiration: { NewerNoncurrentVersions: 1 } }], "MalformedXML"],
      [
        [
          { ...base, Expiration: { Days: 1 } },
          { ...base, Expiration: { Days: 2 } },
        ],
        "InvalidRequest",
      ],
      [
        [
          {
            ...base,
            Filter: { Tag: { Key: "a", Value: "b" } },
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
        ],
        "InvalidRequest",
      ],
    ];
    for (const [rules, code] of refused)
      expect(await refusal(configure(Bucket, ...rules)), JSON.stringify(rules)).toMatchObject({ code });
  });

  test("can be previewed and set in the dashboard's API", async () => {
    const { Bucket, put, keys } = await versioned();
    await put("logs/a", "12345");
    await put("b", "x");
    const rules = [{ id: "logs", enabled: true, prefix: "logs/", expireDate: "2020-01-01T00:00:00Z" }];
    const preview = await user.data(`POST /api/bucket/buckets/${Bucket}/lifecycle/preview`, { rules });
    expect(preview).toMatchObject({ files: 1, versions: 0, markers: 0, uploads: 0, bytes: 5 });
    expect(preview).toMatchObject({ list: [{ kind: "file", key: "logs/a", size: 5 }] });
    expect(await keys()).toEqual(["b", "logs/a"]);
    await user.data(`PUT /api/bucket/buckets/${Bucket}/lifecycle`, { rules });
    expect(await user.data(`GET /api/bucket/buckets/${Bucket}/lifecycle`)).toEqual({ rules });
    expect(await configured(Bucket)).toMatchObject([{ ID: "logs", Filter: { Prefix: "logs/" } }]);
  });
});
