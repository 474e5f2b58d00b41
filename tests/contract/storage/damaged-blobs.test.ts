/** Reads blobs damaged on disk through every handler: the client gets a clear error, and it is logged. */
import { randomBytes } from "node:crypto";
import { open, readdir, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeAll, expect, test } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask, type Reply } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";
import { refusal, s3User } from "../../support/storage/s3-user.ts";

const MiB = 1024 * 1024;
const Bucket = "damaged-blobs";

let cloud: TestCloud;
let user: Awaited<ReturnType<typeof s3User>>;
let owner: Awaited<ReturnType<typeof newOwner>>;
beforeAll(async () => {
  cloud = await testCloud();
  user = await s3User(cloud.url);
  owner = await newOwner(cloud.url);
  await user.client.send(new CreateBucketCommand({ Bucket }));
});

/** Runs `store`. Returns the blob it wrote. */
const blobOf = async (store: () => Promise<unknown>): Promise<string> => {
  const folder = join(cloud.config.DATA_DIR, "blobs");
  const before = new Set(await readdir(folder));
  await store();
  const [blob, ...more] = (await readdir(folder)).filter((name) => !before.has(name));
  expect([typeof blob, more]).toEqual(["string", []]);
  return join(folder, blob!);
};

const randomText = (sizeBytes: number): string => randomBytes(sizeBytes / 2).toString("hex");

/** Truncates a file to half its length. */
const cut = async (path: string): Promise<void> => truncate(path, Math.floor((await stat(path)).size / 2));

const flip = async (path: string): Promise<void> => {
  const handle = await open(path, "r+");
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, 1000);
  byte[0]! ^= 1;
  await handle.write(byte, 0, 1, 1000);
  await handle.close();
};

const expectLogged = (): void => {
  expect(cloud.faults.splice(0)).toHaveLength(1);
  expect(cloud.logged.findLast(({ level }) => level === 50)).toMatchObject({
    msg: "Request failed with an internal error",
    route: expect.stringMatching(/^(?:GET|PUT|POST|HEAD) (?:s3|gateway|downloads|\/api\/)/),
  });
};

test.each([
  ["small object, cut short", 200_000, cut],
  ["small object with a flipped bit", 200_000, flip],
  ["small object whose blob is missing", 200_000, rm],
  ["large object, cut short", 3 * MiB, cut],
  ["large object whose blob is missing", 3 * MiB, rm],
] as const)("GetObject of a %s answers InternalError, and is logged", async (Key, sizeBytes, damage) => {
  const put = () => user.client.send(new PutObjectCommand({ Bucket, Key, Body: randomBytes(sizeBytes) }));
  await damage(await blobOf(put));
  const asked = user.client.send(new GetObjectCommand({ Bucket, Key }));
  expect(await refusal(asked)).toEqual({ status: 500, code: "InternalError" });
  expectLogged();
});

test.each([
  ["small file, cut short", "a.bin", randomText(200_000), cut, {}],
  ["small file with a flipped bit", "a.bin", randomText(200_000), flip, {}],
  ["large file, cut short", "a.bin", randomText(3 * MiB), cut, {}],
  [
    "file that is compressed in memory, cut short",
    "a.txt",
    "words and words ".repeat(100_000),
    cut,
    { "accept-encoding": "br" },
  ],
  [
    "file that is compressed as it is sent, cut short",
    "a.txt",
    "words and words ".repeat(400_000),
    cut,
    { "accept-encoding": "gzip" },
  ],
  ["CAR of a file, cut short", "a.bin?format=car", randomText(200_000), cut, {}],
] as const)("a %s answers 500 on sites and gateways, and is logged", async (title, path, content, damage, headers) => {
  const name = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const file = path.split("?")[0]!;
  let projectId = "";
  const blob = await blobOf(
    async () => (projectId = await owner.site(name, { "index.html": "home", [file]: content })),
  );
  const { hash } = await owner.data<{ hash: string }>(`GET /api/hosting/project/${projectId}`);
  await damage(blob);
  const byName = (): Promise<Reply> => ask(cloud.port, `${name}.localhost`, `/${path}`, { headers });
  const byCid = (): Promise<Reply> => ask(cloud.port, `localhost:${cloud.port}`, `/ipfs/${hash}/${path}`, { headers });
  for (const asked of path.includes("car") ? [byCid] : [byName, byCid]) {
    const reply = await asked();
    expect([reply.status, reply.headers["content-type"]]).toEqual([500, "text/plain; charset=utf-8"]);
    expectLogged();
  }
});
