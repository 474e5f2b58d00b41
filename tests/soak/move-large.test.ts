/** Moves 5 GB and more than 100,000 rows to PostgreSQL and S3 while a client writes, and prints how long it was interrupted. */
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { Client } from "pg";
import { expect, test } from "vitest";
import { startExternalDatabase } from "../support/database/external-database.ts";
import { prepareDatabase } from "../support/database/prepared-database.ts";
import { startCloudProcess, temporaryFolder } from "../support/server/cloud-process.ts";
import { allowPlenty, startBlobBucket } from "../support/server/instance-processes.ts";
import { equalSides, runMove } from "../support/server/move-command.ts";
import { s3ClientAt, s3User } from "../support/storage/s3-user.ts";

const Bucket = "moving";
const largeBytes = 8 * 1024 * 1024;
const sizes = {
  large: { count: 640, bytes: largeBytes, atOnce: 4 },
  small: { count: 40_000, bytes: 1024, atOnce: 32 },
};

test("5 GB and 100,000 rows are moved under load: nothing acknowledged is lost", async () => {
  const folder = await temporaryFolder();
  const { S3_ENDPOINT, S3_BUCKET, ...keys } = await startBlobBucket(join(folder, "storage"));
  const databaseUrl = await emptyDatabase(join(folder, "server"));
  const dataDir = join(folder, "moving");
  await prepareDatabase(dataDir);
  const user = await s3User(await startCloudProcess(dataDir, { DRAIN_SECONDS: "5" }).ready);
  await allowPlenty(dataDir);
  const client = s3ClientAt(user.endpoint, await user.makeKey());
  await client.send(new CreateBucketCommand({ Bucket }));
  const digests = new Map<string, string>();
  const put = async (Key: string, bytes: number): Promise<void> => {
    const Body = randomBytes(bytes);
    await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    digests.set(Key, digestOf(Body));
  };
  for (const [kind, { count, bytes, atOnce }] of Object.entries(sizes)) {
    const names = Array.from({ length: count }, (_, number) => `${kind}-${number}`).values();
    const work = async (): Promise<void> => {
      for (const name of names) await put(name, bytes);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  const writer = keepWriting(put);
  const output = await runMove(["--database", databaseUrl, "--s3", `${S3_ENDPOINT}/${S3_BUCKET}`], {
    folder,
    env: { ...keys, DATA_DIR: dataDir },
  });
  const written = await writer.stop();
  expect(output).toMatch(equalSides);
  const [, rows, tables, blobs, seconds] = equalSides.exec(output)!;
  console.table([{ rows, tables, blobs, "interrupted, s": seconds, ...written }]);
  expect(Number(rows)).toBeGreaterThan(100_000);

  const different: string[] = [];
  for (const [Key, digest] of digests) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    if (digestOf(await Body!.transformToByteArray()) !== digest) different.push(Key);
  }
  expect(different).toEqual([]);
});

const emptyDatabase = async (folder: string): Promise<string> => {
  const { settings } = await startExternalDatabase(folder);
  const server = new Client({ connectionString: settings.DATABASE_URL });
  await server.connect();
  await server.query("create database moved");
  await server.end();
  return settings.DATABASE_URL.replace("/freehold?", "/moved?");
};

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Writes one object after another, each until it is acknowledged. */
const keepWriting = (put: (name: string, bytes: number) => Promise<void>) => {
  let [stopped, acknowledged, longestMs] = [false, 0, 0];
  const writing = (async () => {
    for (let number = 0; !stopped; number += 1) {
      const startedAt = performance.now();
      while (
        !(await put(`during-${number}`, number % 5 === 0 ? 300_000 : 200).then(
          () => true,
          () => delay(20, false),
        ))
      );
      acknowledged += 1;
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await writing;
      return { "written meanwhile": acknowledged, "longest write, s": (longestMs / 1000).toFixed(1) };
    },
  };
};
