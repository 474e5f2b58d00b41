/** Declared bucket calls, and archives of bucket files, over HTTP on a full server. */
import * as dagPb from "@ipld/dag-pb";
import { CarReader } from "@ipld/car";
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AwsClient } from "aws4fetch";
import type { FolderSize, FoundObject, Overview, Removal } from "../../../resources/storage/bucket-calls.ts";
import type { BucketRow } from "../../../resources/storage/buckets.ts";
import { newOwner, ownerWith } from "../../support/account/owner.ts";
import { joinTeam } from "../../support/account/team.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { s3User } from "../../support/storage/s3-user.ts";
import { unzipped } from "../../support/storage/unzipped.ts";

type User = Awaited<ReturnType<typeof s3User>>;

let cloud: TestCloud;
let owner: User;
let stranger: User;
beforeAll(async () => {
  cloud = await testCloud();
  [owner, stranger] = [await s3User(cloud.url), await s3User(cloud.url)];
});
afterAll(() => expect(cloud.faults).toEqual([]));

const fill = async (client: S3Client, Bucket: string, files: Readonly<Record<string, string>>): Promise<void> => {
  await client.send(new CreateBucketCommand({ Bucket }));
  for (const [Key, Body] of Object.entries(files)) await client.send(new PutObjectCommand({ Bucket, Key, Body }));
};

const statusOf = async ({ call, token }: User, line: string, body?: unknown): Promise<number> =>
  (await call(line, { token, body })).status;

test("the list of buckets shows size and object count, and another team does not see it", async () => {
  await fill(owner.client, "numbers", { a: "12345", "b/c": "123" });
  const { list } = await owner.data<{ list: BucketRow[] }>("GET /api/bucket/buckets/extra?name=numbers");
  expect(list).toMatchObject([
    { name: "numbers", usedStorage: 8, objectCount: 2, arweave: { sync: false }, public: false },
  ]);
  const overview = await owner.data<Overview>("GET /api/bucket/bi/overview/numbers");
  expect(overview).toMatchObject({ storageUsage: 8, files: 2, incompleteUploads: 0 });

  expect(await stranger.data("GET /api/bucket/buckets/extra?name=numbers")).toEqual({ list: [] });
  for (const line of [
    "GET /api/bucket/bi/overview/numbers",
    "GET /api/bucket/bi/charts/line?type=STORAGE_LINE&startAt=0&endAt=1&bucket=numbers",
    "GET /api/bucket/objects/search?bucket=numbers",
    "GET /api/bucket/objects/folder-size?bucket=numbers&prefix=b/",
  ])
    expect(await statusOf(stranger, line), line).toBe(404);
  for (const [line, body] of [
    ["POST /api/bucket/objects/delete-folder", { bucket: "numbers", prefix: "" }],
    ["POST /api/bucket/downloads", { bucket: "numbers", prefixes: [""] }],
  ] as const)
    expect(await statusOf(stranger, line, body), line).toBe(404);
});

test("a bucket is created with its visibility, made readable by URL, changed and deleted; another team can't", async () => {
  const line = "/api/bucket/buckets";
  const made = await owner.data<BucketRow>(`POST ${line}`, { name: "declared", visibility: "public" });
  expect(made).toMatchObject({ name: "declared", visibility: "public", public: false, usedStorage: 0, monthVisit: 0 });
  await owner.client.send(new PutObjectCommand({ Bucket: "declared", Key: "a", Body: "1" }));
  const again = await owner.call(`POST ${line}`, {
    token: owner.token,
    body: { name: "declared", visibility: "private" },
  });
  expect([again.status, again.body.code]).toEqual([409, "BUCKET_OWNED"]);
  const taken = await stranger.call(`POST ${line}`, {
    token: stranger.token,
    body: { name: "declared", visibility: "private" },
  });
  expect([taken.status, taken.body.code]).toEqual([409, "BUCKET_TAKEN"]);

  const read = async () => (await fetch(`${owner.endpoint}/declared/a`)).status;
  expect(await read()).toBe(403);
  await owner.data(`PUT ${line}/declared/public-read`, { on: true });
  expect(await read()).toBe(200);
  for (const [call, body] of [
    ["PUT public-read", { on: false }],
    ["PUT visibility", { visibility: "private" }],
    ["PUT versioning", { versioning: "Enabled" }],
    ["PUT lifecycle", { rules: [] }],
  ] as const) {
    const [method, setting] = call.split(" ");
    expect(await statusOf(stranger, `${method} ${line}/declared/${setting}`, body), call).toBe(404);
  }
  expect(await statusOf(stranger, `DELETE ${line}/declared`)).toBe(404);
  await owner.data(`PUT ${line}/declared/public-read`, { on: false });
  expect(await read()).toBe(403);
  await owner.data(`PUT ${line}/declared/visibility`, { visibility: "private" });
  expect(await statusOf(owner, `PUT ${line}/declared/public-read`, { on: true })).toBe(409);

  const full = await owner.call(`DELETE ${line}/declared`, { token: owner.token });
  expect([full.status, full.body.code]).toEqual([409, "BUCKET_NOT_EMPTY"]);
  await owner.client.send(new DeleteObjectCommand({ Bucket: "declared", Key: "a" }));
  expect(await statusOf(owner, `DELETE ${line}/declared`)).toBe(200);
  expect(await owner.data(`GET ${line}/extra?name=declared`)).toEqual({ list: [] });
});

test("a folder's size counts the files below it, and a listing with metadata has their types and CIDs", async () => {
  await fill(owner.client, "sized", { "a/": "", "a/1": "12345", "a/b/2": "123", c: "1" });
  const size = await owner.data<FolderSize>("GET /api/bucket/objects/folder-size?bucket=sized&prefix=a/");
  expect(size).toEqual({ files: 2, bytes: 8, hasMore: false });
  expect(await statusOf(owner, "GET /api/bucket/objects/folder-size?bucket=sized&prefix=a")).toBe(422);

  const typed = new PutObjectCommand({ Bucket: "sized", Key: "c", Body: "1", ContentType: "image/a&b" });
  await owner.client.send(typed);
  const list = async (query: string) => {
    const { accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken } = owner.session;
    const signer = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, service: "s3", region: "eu-west-2" });
    return (await signer.fetch(`${owner.endpoint}/sized?list-type=2&prefix=c${query}`)).text();
  };
  const metadata =
    /<UserMetadata><content-type>image\/a&amp;b<\/content-type><x-amz-ipfs-hash>baf\w+<\/x-amz-ipfs-hash><\/UserMetadata>/;
  expect(await list("&metadata=true")).toMatch(metadata);
  expect(await list("")).not.toContain("UserMetadata");
});

test("a storage chart shows the stored bytes at the end of each hour, and no future hours", async () => {
  await fill(owner.client, "charted", { a: "12345" });
  const now = Math.floor(Date.now() / 1000);
  const query = `startAt=${now - 7200}&endAt=${now + 7200}&bucket=charted`;
  const chartOf = (type: string) =>
    owner.data<{ subsections: number[]; collections: { raws: number[] }[] }>(
      `GET /api/bucket/bi/charts/line?type=${type}&${query}`,
    );
  const { subsections, collections } = await chartOf("STORAGE_LINE");
  expect(subsections.at(-1)).toBe(Math.floor(subsections.at(-1)! / 3600) * 3600);
  expect(subsections.at(-1)!).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
  expect(collections[0]!.raws).toHaveLength(subsections.length);
  expect(collections[0]!.raws.at(0)).toBe(0);
  expect(collections[0]!.raws.at(-1)).toBe(5);
  const sumOf = async (type: string): Promise<number> =>
    (await chartOf(type)).collections[0]!.raws.reduce((sum, value) => sum + value, 0);
  await expect.poll(() => sumOf("TRAFFIC_USAGE_LINE")).toBeGreaterThanOrEqual(5);
  expect(await sumOf("REQUESTS_LINE"), "the owner's own requests").toBe(0);
});

test("files are found by a part of their names below a prefix, sorted by name, size or time, and paged", async () => {
  const files = { "pics/Sun.png": "123", "pics/moon.png": "1", "pics/old/sunset.png": "12", "notes/sun": "1234" };
  await fill(owner.client, "searched", files);
  for (const [second, key] of Object.keys(files).entries()) {
    const at = new Date(1_700_000_000_000 + second * 1000);
    await cloud.database.db.updateTable("bucket_object").set({ modified_at: at }).where("key", "=", key).execute();
  }
  const search = (query: string) =>
    owner.data<{ list: FoundObject[]; page: { next?: string; hasNext: boolean } }>(
      `GET /api/bucket/objects/search?bucket=searched&${query}`,
    );
  const keys = async (query: string) => (await search(query)).list.map(({ key }) => key);
  expect(await keys("keyword=sun")).toEqual(["notes/sun", "pics/Sun.png", "pics/old/sunset.png"]);
  expect(await keys("keyword=sun&prefix=pics/")).toEqual(["pics/Sun.png", "pics/old/sunset.png"]);
  expect(await keys("keyword=pics&prefix=pics/")).toEqual([]);
  expect(await keys("prefix=pics/&deep=false&sort=size")).toEqual(["pics/moon.png", "pics/Sun.png"]);
  expect(await keys("sort=time&order=desc")).toEqual(Object.keys(files).toReversed());
  expect(await keys("keyword=%25")).toEqual([]);
  for (const sort of ["name", "size", "time"]) {
    for (const order of ["asc", "desc"]) {
      const whole = await keys(`sort=${sort}&order=${order}`);
      const paged: string[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const page = await search(`sort=${sort}&order=${order}&size=1${cursor && `&cursor=${cursor}`}`);
        paged.push(...page.list.map(({ key }) => key));
        cursor = page.page.next;
      }
      expect(paged).toEqual(whole);
    }
  }
  expect(await statusOf(owner, "GET /api/bucket/objects/search?bucket=searched&cursor=nonsense")).toBe(422);
});

test("files of all of the team's buckets are found by a part of their name, not of their folder, shortest first", async () => {
  await fill(owner.client, "atlas", { "maps/lagoon.png": "a", "lagoon/reef.txt": "b", "Blue-Lagoon.png": "c" });
  await fill(owner.client, "atlas-old", { "lagoon.gif": "d" });
  const find = (caller: typeof owner, keyword: string) =>
    caller.data<{ list: { bucket: string; key: string }[] }>(`GET /api/bucket/objects/find?keyword=${keyword}`);
  expect((await find(owner, "lagoon")).list).toEqual([
    { bucket: "atlas-old", key: "lagoon.gif" },
    { bucket: "atlas", key: "Blue-Lagoon.png" },
    { bucket: "atlas", key: "maps/lagoon.png" },
  ]);
  expect((await find(stranger, "lagoon")).list).toEqual([]);
  expect(await statusOf(owner, "GET /api/bucket/objects/find?keyword=l")).toBe(422);
});

test("deleting a folder removes every file in it, reports progress, and keeps all others", async () => {
  await fill(owner.client, "cleared", { "old/1": "a", "old/2/3": "b", old: "c", "old-er": "d" });
  const ask = { bucket: "cleared", prefix: "old/" };
  const started = await owner.data<Removal>("POST /api/bucket/objects/delete-folder", ask);
  expect(started).toMatchObject({ ...ask, total: 2 });
  const shown = () => owner.data<Removal>(`GET /api/bucket/objects/delete-folder/${started.id}`);
  await expect.poll(shown).toMatchObject({ state: "done", removed: 2 });
  const { list } = await owner.data<{ list: FoundObject[] }>("GET /api/bucket/objects/search?bucket=cleared");
  expect(list.map(({ key }) => key)).toEqual(["old", "old-er"]);
  expect(await statusOf(stranger, `GET /api/bucket/objects/delete-folder/${started.id}`)).toBe(404);
  const noFolder = { bucket: "cleared", prefix: "ol" };
  expect(await statusOf(owner, "POST /api/bucket/objects/delete-folder", noFolder)).toBe(422);
});

test("files and folders are downloaded together as a zip, by a single-use link", async () => {
  await fill(owner.client, "packed", {
    "a/b.txt": "in a",
    "a/c/d.txt": "deeper",
    "a/c": "beside",
    "a/../e": "odd",
    f: "out",
  });
  const ask = { bucket: "packed", base: "a/", prefixes: ["a/"], keys: ["f"], format: "zip" };
  const { url } = await owner.data<{ url: string }>("POST /api/bucket/downloads", ask);
  const answers = await Promise.all([fetch(cloud.url + url), fetch(cloud.url + url)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  const archive = answers.find(({ status }) => status === 200)!;
  expect(archive.headers.get("content-disposition")).toBe(`attachment; filename="a.zip"; filename*=UTF-8''a.zip`);
  expect(archive.headers.get("content-security-policy")).toBe("sandbox");
  expect(textsOf(await unzipped(Buffer.from(await archive.arrayBuffer())))).toEqual({
    "b.txt": "in a",
    "c/d.txt": "deeper",
    "%file-c": "beside",
    "%dot-dot/e": "odd",
    f: "out",
  });
  await answers.find(({ status }) => status === 404)!.text();
});

test("a download link ends with its maker's access", async () => {
  await fill(owner.client, "leaving", { "a.txt": "secret" });
  const member = await newOwner(cloud.url);
  const { teamToken, teamId, invitationId } = await joinTeam(cloud.url, owner.token, member.token, {
    access: ["BUCKET"],
  });
  const link = async () => {
    const body = { bucket: "leaving", keys: ["a.txt"], prefixes: [], format: "zip" };
    return (await ownerWith(cloud.url, teamToken).data<{ url: string }>("POST /api/bucket/downloads", body)).url;
  };
  const [used, kept] = [await link(), await link()];
  expect((await fetch(cloud.url + used)).status).toBe(200);
  await owner.call(`PUT /api/auth/cooperation/member?teamId=${teamId}`, {
    token: owner.token,
    body: { invitationId, status: "REMOVE" },
  });
  expect((await fetch(cloud.url + kept)).status).toBe(404);
});

const textsOf = (files: Readonly<Record<string, Buffer>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString()]));

test("files and folders are downloaded together as a CAR of their directory", async () => {
  await fill(owner.client, "carried", { "site/index.html": "<p>hello</p>", "site/img/a.svg": "<svg/>", other: "no" });
  const ask = { bucket: "carried", base: "site/", prefixes: ["site/"], format: "car" };
  const { url } = await owner.data<{ url: string }>("POST /api/bucket/downloads", ask);
  const answer = await fetch(cloud.url + url);
  expect(answer.headers.get("content-type")).toContain("application/vnd.ipld.car");
  const reader = await CarReader.fromBytes(new Uint8Array(await answer.arrayBuffer()));
  const [root] = await reader.getRoots();
  const directory = dagPb.decode((await reader.get(root!))!.bytes);
  expect(directory.Links.map(({ Name }) => Name)).toEqual(["img", "index.html"]);
  const page = await reader.get(directory.Links[1]!.Hash);
  expect(Buffer.from(page!.bytes).toString()).toBe("<p>hello</p>");
  const { db } = cloud.database;
  await expect
    .poll(() => db.selectFrom("bucket_download").select("root").where("root", "is not", null).execute(), {
      timeout: 90_000,
    })
    .toEqual([]);
});
