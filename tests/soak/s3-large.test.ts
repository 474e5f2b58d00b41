/** An object of 5 GB by AWS's own SDK: sent in parts, read back bit for bit, in memory that does not grow with it. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CreateBucketCommand, GetObjectCommand } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { Client } from "pg";
import { expect, test } from "vitest";
import { embeddedAddress } from "../../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../../src/cloud/engines/database/open.ts";
import { startCloudProcess, temporaryFolder } from "../support/cloud-process.ts";
import { s3Person } from "../support/s3-person.ts";
import { keyStreamParts } from "../support/unixfs.ts";

const sizeBytes = 5_000_000_000;
const growthBytesMax = 300_000_000;

test("an object of 5 GB goes in and comes out bit for bit, and memory stays flat", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const cloud = startCloudProcess(dataDir);
  const { client } = await s3Person(await cloud.ready);
  await allow(dataDir, 4 * sizeBytes);
  await client.send(new CreateBucketCommand({ Bucket: "large-object" }));
  const before = await peakBytes(cloud.child.pid!);
  const expected = createHash("sha256");
  const body = Readable.from(hashing(expected));
  const params = { Bucket: "large-object", Key: "large", Body: body };
  await new Upload({ client, params, partSize: 16 * 1024 * 1024, queueSize: 3 }).done();
  const { Body } = await client.send(new GetObjectCommand({ Bucket: "large-object", Key: "large" }));
  const got = createHash("sha256");
  for await (const piece of Body as Readable) got.update(piece as Buffer);
  expect(got.digest("hex")).toBe(expected.digest("hex"));
  expect((await peakBytes(cloud.child.pid!)) - before).toBeLessThan(growthBytesMax);
});

function* hashing(hash: ReturnType<typeof createHash>): Generator<Buffer> {
  for (const part of keyStreamParts(sizeBytes, "large object")) {
    hash.update(part);
    yield part;
  }
}

/** The most memory that a process ever had. */
const peakBytes = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))![1]) * 1024;

/** Raises what every team may store and move. */
const allow = async (dataDir: string, bytes: number): Promise<void> => {
  const address = await embeddedAddress(join(dataDir, "postgres"));
  const database = new Client({ ...address, database: databaseName });
  await database.connect();
  await database.query("update allowance_grant set amount = $1 where resource in ('IPFS_STORAGE', 'TRAFFIC')", [bytes]);
  await database.end();
};
