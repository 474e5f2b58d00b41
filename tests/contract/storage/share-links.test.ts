/** A share link covers one key: no sibling, folder or other spelling of it. */
import { randomUUID } from "node:crypto";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { bucketNames, refusal, s3ClientAt, s3User, type KeyPair } from "../../support/storage/s3-user.ts";

let cloud: TestCloud;
let user: Awaited<ReturnType<typeof s3User>>;
const Bucket = `share-${randomUUID().slice(0, 8)}`;

/** Each with keys that start with it, contain it, or look like it. */
const cases: readonly (readonly [shared: string, siblings: readonly string[]])[] = [
  ["x.html", ["x.html.bak", "x.html/", "x.html/y", "x.htm", "x", "x.HTML", "x.html ", "a/x.html", "x.html\u0301"]],
  ["a", ["a/", "a/b", "ab", "a%2F", "a "]],
  ["a/", ["a", "a/b", "a//", "a/ "]],
  ["photos/", ["photos-2/", "photos", "photos/1.jpg"]],
  // One precomposed letter, and a letter with a combining mark, are two keys.
  ["caf\u00e9", ["cafe\u0301", "caf\u00e9s", "cafe", "caf%C3%A9"]],
  ["50%", ["50%25", "50", "50%\u200b"]],
  ["a b+c", ["a+b+c", "a b c", "a%20b+c", "a b%2Bc"]],
  ["...", ["....", ".../x"]],
];

beforeAll(async () => {
  cloud = await testCloud();
  user = await s3User(cloud.url);
  await user.client.send(new CreateBucketCommand({ Bucket }));
  for (const Key of new Set(cases.flatMap(([shared, siblings]) => [shared, ...siblings])))
    await user.client.send(new PutObjectCommand({ Bucket, Key, Body: `content of ${Key}` }));
});
afterAll(() => expect(cloud.faults).toEqual([]));

const share = (key: string): Promise<KeyPair> => {
  const query = new URLSearchParams({ bucket: Bucket, key, seconds: "600" });
  return user.data<KeyPair>(`GET /api/bucket/user/sts/share?${query.toString()}`);
};

test.each(cases)("the link to %j reads that key and none of %j", async (shared, siblings) => {
  const client = s3ClientAt(user.endpoint, await share(shared));
  const read = async (Key: string) => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 });
    const answer = await fetch(url);
    return [answer.status, await answer.text()] as const;
  };
  expect(await read(shared)).toEqual([200, `content of ${shared}`]);
  for (const sibling of siblings)
    expect(await read(sibling), sibling).toEqual([403, expect.stringContaining("<Code>AccessDenied")]);
});

test("a link reads its key in any percent-encoding, and a double encoding is another key", async () => {
  const { accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken } = await share("x.html");
  const signer = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, service: "s3", region: "eu-west-2" });
  const status = async (path: string) => (await signer.fetch(`${user.endpoint}/${Bucket}/${path}`)).status;
  expect(await status("x%2Ehtml")).toBe(200);
  for (const path of ["x%252Ehtml", "x.html%2F", "x.html%2Ebak", "./x.html%2e", "x.html%00", "%78.html.bak"])
    expect([400, 403], path).toContain(await status(path));
});

test("a link can't list, copy, write or read anything else", async () => {
  const client = s3ClientAt(user.endpoint, await share("x.html"));
  const Key = "x.html";
  await client.send(new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ["ObjectSize"] }));
  const attempts = [
    () => client.send(new ListObjectsV2Command({ Bucket, Prefix: Key })),
    () => client.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key })),
    () => client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key })),
    () => client.send(new PutObjectCommand({ Bucket, Key, Body: "overwritten" })),
    () => client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/${Key}` })),
    () => client.send(new CreateBucketCommand({ Bucket })),
  ];
  for (const attempt of attempts) expect(await refusal(attempt())).toEqual({ status: 403, code: "AccessDenied" });
  expect((await refusal(client.send(new HeadBucketCommand({ Bucket })))).status).toBe(403);
  expect(await bucketNames(client)).toEqual([]);
  expect((await user.client.send(new ListBucketsCommand({}))).Buckets).toHaveLength(1);
});

test("a link to a deleted object shows a message", async () => {
  const client = s3ClientAt(user.endpoint, await share("never"));
  expect(await refusal(client.send(new GetObjectCommand({ Bucket, Key: "never" })))).toEqual({
    status: 404,
    code: "NoSuchKey",
  });
});

test("a bucket's visits are reads by share link or without a key; the team's requests count as traffic only", async () => {
  const name = `visited-${randomUUID().slice(0, 8)}`;
  const numbers = () =>
    user.data<{ visitsPast30d: number; trafficPast30d: number }>(`GET /api/bucket/bi/overview/${name}`);
  const read = new GetObjectCommand({ Bucket: name, Key: "a" });
  const body = "b".repeat(10_000);
  await user.client.send(new CreateBucketCommand({ Bucket: name }));
  await user.client.send(new PutObjectCommand({ Bucket: name, Key: "a", Body: body }));
  await (await user.client.send(read)).Body?.transformToString();
  await expect.poll(async () => (await numbers()).trafficPast30d).toBeGreaterThanOrEqual(2 * body.length);
  expect((await numbers()).visitsPast30d).toBe(0);
  const query = new URLSearchParams({ bucket: name, key: "a", seconds: "600" });
  const key = await user.data<KeyPair>(`GET /api/bucket/user/sts/share?${query.toString()}`);
  const link = await getSignedUrl(s3ClientAt(user.endpoint, key), read, { expiresIn: 60 });
  expect(await (await fetch(link)).text()).toBe(body);
  await expect.poll(async () => (await numbers()).visitsPast30d).toBe(1);
});
