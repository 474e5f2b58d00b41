/** Permissions to read, list and write: by key, presigned URL, form, anonymously, and from a page. */
import { randomUUID } from "node:crypto";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { bucketNames, refusal, s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

type User = Awaited<ReturnType<typeof s3User>>;

let cloud: TestCloud;
let owner: User;
let stranger: User;
let client: S3Client;
const Bucket = `access-${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  cloud = await testCloud();
  [owner, stranger] = [await s3User(cloud.url), await s3User(cloud.url)];
  client = owner.client;
  await client.send(new CreateBucketCommand({ Bucket }));
  for (const Key of ["public/page.html", "private/letter", "notes"])
    await client.send(new PutObjectCommand({ Bucket, Key, Body: `<p>${Key}</p>`, ContentType: "text/html" }));
});
afterAll(() => expect(cloud.faults).toEqual([]));

const read = (by: S3Client, Key: string) =>
  by.send(new GetObjectCommand({ Bucket, Key })).then(async ({ Body }) => Body!.transformToString());
const list = (by: S3Client, Prefix?: string) => by.send(new ListObjectsV2Command({ Bucket, Prefix }));
const write = (by: S3Client, Key: string) => by.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
const denied = { status: 403, code: "AccessDenied" };

test("signed requests count as succeeded or failed for alerts; visits and lookups of missing objects don't fail", async () => {
  const user = await s3User(cloud.url);
  const { items } = await user.data<{ items: { teamId: string }[] }>("GET /api/auth/cooperation/teams");
  const own = `outcomes-${randomUUID().slice(0, 8)}`;
  await user.client.send(new CreateBucketCommand({ Bucket: own }));
  await user.client.send(new PutObjectCommand({ Bucket: own, Key: "a", Body: "x" }));
  expect((await refusal(user.client.send(new GetObjectCommand({ Bucket: own, Key: "missing" })))).status).toBe(404);
  expect(await refusal(read(user.client, "notes"))).toEqual(denied);
  expect((await fetch(`${user.endpoint}/${own}/a`)).status).toBe(403);
  const counted = () =>
    cloud.database.db
      .selectFrom("service_outcome")
      .select(["service", "requests", "failed"])
      .where("team_id", "=", items[0]!.teamId)
      .execute();
  await vi.waitFor(
    async () => {
      const rows = await counted();
      expect(rows.every(({ service }) => service === "STORAGE")).toBe(true);
      const sum = (of: "requests" | "failed") => rows.reduce((total, row) => total + Number(row[of]), 0);
      expect([sum("requests"), sum("failed")]).toEqual([4, 1]);
    },
    { timeout: 20_000, interval: 200 },
  );
});

describe("another team's bucket", () => {
  test("answers AccessDenied to every call, and is not listed", async () => {
    const by = stranger.client;
    expect(await bucketNames(by)).toEqual([]);
    const asks = [() => read(by, "notes"), () => read(by, "nothing"), () => list(by), () => write(by, "notes")];
    for (const asked of asks) expect(await refusal(asked())).toEqual(denied);
    expect(await refusal(by.send(new DeleteObjectCommand({ Bucket, Key: "notes" })))).toEqual(denied);
    expect(await refusal(by.send(new DeleteBucketCommand({ Bucket })))).toEqual(denied);
    expect((await refusal(by.send(new HeadBucketCommand({ Bucket })))).status).toBe(403);
    expect(await refusal(by.send(new CreateBucketCommand({ Bucket })))).toEqual({
      status: 409,
      code: "BucketAlreadyExists",
    });
    const batch = { Objects: [{ Key: "notes" }] };
    expect(await refusal(by.send(new DeleteObjectsCommand({ Bucket, Delete: batch })))).toEqual(denied);
    expect(await read(client, "notes")).toBe("<p>notes</p>");
  });

  test("cannot be copied from", async () => {
    const mine = `mine-${randomUUID().slice(0, 8)}`;
    await stranger.client.send(new CreateBucketCommand({ Bucket: mine }));
    const signer = new AwsClient({
      accessKeyId: stranger.session.accessKey,
      secretAccessKey: stranger.session.secretKey,
      sessionToken: stranger.session.sessionToken,
      service: "s3",
      region: "eu-west-2",
    });
    const answer = await signer.fetch(`${owner.endpoint}/${mine}/stolen`, {
      method: "PUT",
      headers: { "x-amz-copy-source": `/${Bucket}/notes` },
    });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("<Code>AccessDenied</Code>")]);
  });
});

describe("keys", () => {
  test("have exactly their permissions", async () => {
    const by = async (...permissions: ("read" | "write" | "delete")[]) =>
      s3ClientAt(owner.endpoint, await owner.makeKey({ permissions }));
    const [reader, writer, deleter] = [await by("read"), await by("write"), await by("delete")];
    expect(await read(reader, "notes")).toBe("<p>notes</p>");
    expect((await list(reader)).KeyCount).toBeGreaterThan(0);
    expect(await refusal(write(reader, "notes"))).toEqual(denied);
    expect(await refusal(reader.send(new DeleteObjectCommand({ Bucket, Key: "notes" })))).toEqual(denied);
    expect(await refusal(reader.send(new CreateBucketCommand({ Bucket: `new-${randomUUID().slice(0, 8)}` })))).toEqual(
      denied,
    );
    await write(writer, "written");
    expect(await refusal(read(writer, "written"))).toEqual(denied);
    expect(await refusal(list(writer))).toEqual(denied);
    await deleter.send(new DeleteObjectCommand({ Bucket, Key: "written" }));
    expect(await refusal(write(deleter, "written"))).toEqual(denied);
  });

  test("are limited to their buckets and prefixes", async () => {
    const other = `other-${randomUUID().slice(0, 8)}`;
    await client.send(new CreateBucketCommand({ Bucket: other }));
    const scoped = s3ClientAt(owner.endpoint, await owner.makeKey({ buckets: [Bucket], prefixes: ["public/"] }));
    expect(await bucketNames(scoped)).toEqual([Bucket]);
    expect(await read(scoped, "public/page.html")).toContain("public");
    expect((await list(scoped, "public/")).KeyCount).toBe(1);
    const asks = [
      () => read(scoped, "private/letter"),
      () => list(scoped),
      () => list(scoped, "pub"),
      () => write(scoped, "notes"),
    ];
    for (const asked of asks) expect(await refusal(asked())).toEqual(denied);
    expect(await refusal(scoped.send(new ListObjectsV2Command({ Bucket: other })))).toEqual(denied);
    expect(await refusal(scoped.send(new DeleteBucketPolicyCommand({ Bucket })))).toEqual(denied);
    const batch = { Objects: [{ Key: "private/letter" }, { Key: "public/nothing" }] };
    const deleted = await scoped.send(new DeleteObjectsCommand({ Bucket, Delete: batch }));
    expect([deleted.Deleted!.map(({ Key }) => Key), deleted.Errors!.map(({ Key, Code }) => [Key, Code])]).toEqual([
      ["public/nothing"],
      [["private/letter", "AccessDenied"]],
    ]);
    await client.send(new DeleteBucketCommand({ Bucket: other }));
  });

  test("are refused at once when deleted", async () => {
    const key = await owner.makeKey();
    const by = s3ClientAt(owner.endpoint, key);
    expect(await read(by, "notes")).toContain("notes");
    await owner.data(`DELETE /api/bucket/user/service-accounts/${key.accessKey}`);
    expect(await refusal(read(by, "notes"))).toEqual({ status: 403, code: "InvalidAccessKeyId" });
  });
});

describe("presigned URLs", () => {
  const command = new GetObjectCommand({
    Bucket,
    Key: "notes",
    ResponseContentDisposition: 'attachment; filename="n"',
  });

  test("read and write exactly the signed object", async () => {
    const got = await fetch(await getSignedUrl(client, command, { expiresIn: 60 }));
    expect([got.status, await got.text(), got.headers.get("content-disposition")]).toEqual([
      200,
      "<p>notes</p>",
      'attachment; filename="n"',
    ]);
    const to = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "by address" }), { expiresIn: 60 });
    expect((await fetch(to, { method: "PUT", body: "sent" })).status).toBe(200);
    expect(await read(client, "by address")).toBe("sent");
  });

  test("are refused with another key, another method or changed parameters", async () => {
    const url = await getSignedUrl(client, command, { expiresIn: 60 });
    for (const changed of [
      url.replace("/notes?", "/private/letter?"),
      url.replace("attachment", "inline"),
      url.replace("X-Amz-Expires=60", "X-Amz-Expires=600"),
    ])
      expect((await fetch(changed)).status).toBe(403);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(403);
    expect((await fetch(url, { headers: { "x-amz-acl": "public-read" } })).status).toBe(403);
  });

  test("expire after a week at most, and when the key that signed them is deleted", async () => {
    const ended = await getSignedUrl(client, command, { expiresIn: 5, signingDate: new Date(Date.now() - 60_000) });
    const answer = await fetch(ended);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Request has expired")]);
    const week = await getSignedUrl(client, command, { expiresIn: 604_800 });
    expect((await fetch(week.replace("X-Amz-Expires=604800", "X-Amz-Expires=604801"))).status).toBe(400);
    const key = await owner.makeKey();
    const url = await getSignedUrl(s3ClientAt(owner.endpoint, key), command, { expiresIn: 600 });
    expect((await fetch(url)).status).toBe(200);
    await owner.data(`DELETE /api/bucket/user/service-accounts/${key.accessKey}`);
    expect((await fetch(url)).status).toBe(403);
  });
});
