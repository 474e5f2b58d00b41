/** Bucket files while the server is killed, connections are cut, the disk is full, clocks jump and the quota ends. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { AwsClient } from "aws4fetch";
import { Client } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { embeddedAddress } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../../../src/cloud/engines/database/open.ts";
import { preparedDataFolder, startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { refusal, s3ClientAt, s3User, s3Region } from "../../support/storage/s3-user.ts";
import { mountSmallDisk } from "../../support/server/small-disk.ts";
import { completion, startWriters } from "../../support/storage/storage-writers.ts";

const MiB = 1024 * 1024;
const patiently = { timeout: 90_000, interval: 200 };
const newBucket = async (client: S3Client): Promise<string> => {
  const Bucket = `fire-${randomUUID().slice(0, 8)}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  return Bucket;
};
const bytesOf = async (client: S3Client, Bucket: string, Key: string): Promise<Uint8Array> =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToByteArray();
const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const keysOf = async (client: S3Client, Bucket: string): Promise<string[]> => {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: token, MaxKeys: 50 }));
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key!));
    token = page.NextContinuationToken;
  } while (token);
  return keys;
};

const removeAll = async (client: S3Client, Bucket: string): Promise<void> => {
  const Objects = (await keysOf(client, Bucket)).map((Key) => ({ Key }));
  for (let at = 0; at < Objects.length; at += 1000)
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: Objects.slice(at, at + 1000) } }));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads)
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
};

/** Returns the names of files, except for packs of the new team's sample repositories. */
const without = async (packs: readonly { readonly id: string }[], names: Promise<string[]>): Promise<string[]> => {
  const ids = packs.map(({ id }) => id);
  return (await names).filter((name) => !ids.includes(name));
};

describe("a server killed during puts, parts, completions and cut connections", () => {
  test("keeps acknowledged writes byte for byte, continues unfinished ones, and frees all space in the end", async () => {
    const dataDir = await preparedDataFolder();
    const first = startCloudProcess(dataDir);
    const user = await s3User(await first.ready);
    const key = await user.makeKey();
    const bucket = await newBucket(user.client);
    const writers = startWriters({ endpoint: user.endpoint, bucket, key });
    await writers.enough(40);
    await first.end("SIGKILL");
    await writers.gone;
    expect(writers.refused).toEqual([]);

    const second = startCloudProcess(dataDir);
    const client = s3ClientAt(`${await second.ready}/s3`, key);
    for (const { key: Key, id: UploadId, etag: ETag } of writers.started) {
      const { Parts } = await client.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId }));
      expect(Parts!.map((part) => part.ETag)).toEqual([ETag]);
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
      await client.send(new CompleteMultipartUploadCommand({ Bucket: bucket, Key, UploadId, MultipartUpload }));
    }
    const keys = await keysOf(client, bucket);
    expect(keys).toEqual(expect.arrayContaining([...writers.acknowledged, ...writers.started.map((one) => one.key)]));
    // Unacknowledged objects can exist too, but only complete ones that were sent to their end.
    expect(keys.filter((name) => writers.cut.includes(name))).toEqual([]);
    for (const name of keys) expect(sha256Of(await bytesOf(client, bucket, name)), name).toBe(writers.sent.get(name));

    const database = new Client({ ...(await embeddedAddress(join(dataDir, "postgres"))), database: databaseName });
    await database.connect();
    const numbers = async () => (await database.query<Record<string, string>>(recount)).rows[0]!;
    const counted = await numbers();
    expect(counted.counted).toBe(String(keys.length));
    expect([counted.counted, counted.bytes]).toEqual([counted.objects, counted.size]);
    expect(Number(counted.level)).toBe(Number(counted.held) + Number(counted.parts));
    const staged = () => readdir(join(dataDir, "staging"));
    await expect.poll(staged, patiently).toHaveLength(Number(counted.part_files));

    await removeAll(client, bucket);
    await expect
      .poll(numbers, patiently)
      .toMatchObject({ counted: "0", bytes: "0", level: "0", roots: "0", blobs: "0" });
    const { rows: packs } = await database.query<{ id: string }>("select blob_id as id from git_pack");
    await expect.poll(() => without(packs, readdir(join(dataDir, "blobs"))), patiently).toEqual([]);
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
    await database.end();
  });
});

/** Counted usage compared with actual usage. */
const recount = `
  select (select sum(object_count) from bucket) as counted, (select sum(size_bytes) from bucket) as bytes,
    (select count(*) from bucket_object) as objects, (select coalesce(sum(size_bytes), 0) from bucket_object) as size,
    (select coalesce(sum(size_bytes), 0) from holding) as held,
    (select coalesce(sum(size_bytes), 0) from bucket_part) as parts, (select count(*) from bucket_part) as part_files,
    (select sum(size_bytes) from storage_level where resource = 'IPFS_STORAGE') as level,
    (select count(*) from root) as roots, (select count(*) from blob) as blobs`;

describe("on one server", async () => {
  const smallDisk = join(await temporaryFolder(), "disk");
  await mkdir(smallDisk);
  const isSmall = mountSmallDisk(smallDisk, 32 * MiB);
  const cloud = await testCloud({ DATA_DIR: smallDisk });
  const { db } = cloud.database;
  afterEach(() => {
    vi.useRealTimers();
    expect(cloud.faults).toEqual([]);
  });

  test("of 32 concurrent puts and parts near the allowance exactly those that fit are accepted", async () => {
    const { client } = await s3User(cloud.url);
    const Bucket = await newBucket(client);
    const { team_id: teamId } = await db
      .selectFrom("bucket")
      .select("team_id")
      .where("name", "=", Bucket)
      .executeTakeFirstOrThrow();
    const ofTeam = db.updateTable("allowance_grant").where("team_id", "=", teamId);
    await ofTeam.where("resource", "=", "IPFS_STORAGE").set({ amount: 10_999n }).execute();
    const level = async (): Promise<bigint> => {
      const row = db.selectFrom("storage_level").select("size_bytes").where("team_id", "=", teamId);
      return (await row.executeTakeFirstOrThrow()).size_bytes;
    };
    for (const round of [1, 2]) {
      const uploads = await Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          const Key = `part ${at}`;
          const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
          return { Bucket, Key, UploadId, PartNumber: 1 };
        }),
      );
      const Body = () => randomBytes(1000);
      const outcomes = await Promise.allSettled([
        ...uploads.map((part) => client.send(new UploadPartCommand({ ...part, Body: Body() }))),
        ...Array.from({ length: 24 }, (_, at) =>
          client.send(new PutObjectCommand({ Bucket, Key: `put ${at}`, Body: Body() })),
        ),
      ]);
      const refused = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [(outcome.reason as Error).name] : [],
      );
      expect(refused, `round ${round}`).toEqual(Array.from({ length: 22 }, () => "QuotaExceeded"));
      expect(await level()).toBe(10_000n);
      await removeAll(client, Bucket);
      expect(await level()).toBe(0n);
    }
  });

  test.skipIf(!isSmall)(
    "a write to a full disk is refused as SlowDown and leaves nothing; stored objects stay, and freed space is used",
    async () => {
      const { client } = await s3User(cloud.url);
      const Bucket = await newBucket(client);
      const kept = randomBytes(12 * MiB);
      const packs = await db.selectFrom("git_pack").select("blob_id as id").execute();
      const files = async () => [
        ...(await readdir(join(smallDisk, "staging"))),
        ...(await without(packs, readdir(join(smallDisk, "blobs")))),
      ];
      const put = (Key: string, Body: Uint8Array) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
      await put("kept", kept);
      const before = await files();
      for (const sizeBytes of [21 * MiB, 30 * MiB]) {
        const refused = await refusal(put("too large", randomBytes(sizeBytes)));
        expect([refused, await files()]).toEqual([{ status: 503, code: "SlowDown" }, before]);
      }
      await put("small", Buffer.from("there is room for this"));
      expect(sha256Of(await bytesOf(client, Bucket, "kept"))).toBe(sha256Of(kept));
      expect(await keysOf(client, Bucket)).toEqual(["kept", "small"]);
      await client.send(new DeleteObjectCommand({ Bucket, Key: "kept" }));
      await expect.poll(files, patiently).toEqual([]);
      await put("too large no more", randomBytes(21 * MiB));
    },
  );

  test("a clock that jumps an hour ahead or back harms no object, signature or upload", async () => {
    const user = await s3User(cloud.url);
    const Bucket = await newBucket(user.client);
    // For an existing team: a grant that has yet to start counts for nothing.
    await db
      .updateTable("allowance_grant")
      .set({ starts_at: new Date(Date.now() - 86_400_000) })
      .execute();
    const key = await user.makeKey({ expiresAt: Math.floor(Date.now() / 1000) + 7200 });
    // AWS's own client sets its clock from the answers.
    const signer = new AwsClient({
      accessKeyId: key.accessKey,
      secretAccessKey: key.secretKey,
      service: "s3",
      region: s3Region,
      retries: 0,
    });
    const urlOf = (path: string): string => `${user.endpoint}/${Bucket}${path}`;
    const ask = async (method: string, path: string, body?: string): Promise<string> => {
      const answer = await signer.fetch(urlOf(path), { method, ...(body !== undefined && { body }) });
      const text = await answer.text();
      expect([answer.status, codeIn(text)], `${method} ${path}`).toEqual([200, undefined]);
      return text;
    };
    const now = Date.now();
    const datetime = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    const codeByRightClock = async (): Promise<string | undefined> =>
      codeIn(await (await fetch(await signer.sign(urlOf("?list-type=2"), { aws: { datetime } }))).text());

    const uploadId = /<UploadId>([^<]+)/.exec(await ask("POST", "/upload?uploads"))![1]!;
    for (const [at, hours] of [0, 1, -1, 0].entries()) {
      if (hours === 0) vi.useRealTimers();
      else vi.useFakeTimers({ toFake: ["Date"], now: now + hours * 3_600_000 });
      // A client with the correct time gets an error.
      expect(await codeByRightClock()).toBe(hours === 0 ? undefined : "RequestTimeTooSkewed");
      await ask("PUT", `/put-${at}`, `by clock ${at}`);
      await ask("PUT", `/upload?partNumber=1&uploadId=${uploadId}`, `part by clock ${at}`);
      for (let earlier = 0; earlier <= at; earlier += 1)
        expect(await ask("GET", `/put-${earlier}`)).toBe(`by clock ${earlier}`);
      expect((await user.call("GET /api/bucket/user/sts/assume-role", { token: user.token })).status).toBe(200);
    }
    const etag = createHash("md5").update("part by clock 3").digest("hex");
    await ask("POST", `/upload?uploadId=${uploadId}`, completion(etag));
    expect(await ask("GET", "/upload")).toBe("part by clock 3");
  });
});

const codeIn = (text: string): string | undefined => /<Code>(\w+)/.exec(text)?.[1];
