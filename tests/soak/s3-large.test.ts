/** Stores objects of 100 MB and 5 GB with the AWS SDK: multipart upload, byte-exact download, constant memory. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CreateBucketCommand, GetObjectCommand } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { expect, test } from "vitest";
import { startCloudProcess, temporaryFolder } from "../support/server/cloud-process.ts";
import { withEmbeddedDatabase } from "../support/database/embedded-database.ts";
import { peakBytes } from "../support/server/process-memory.ts";
import { s3User } from "../support/storage/s3-user.ts";
import { keyStreamParts } from "../support/ipfs/unixfs.ts";

const sizes = [
  ["100 MB", 100_000_000],
  ["5 GB", 5_000_000_000],
] as const;
const growthBytesMax = 300_000_000;

test.each(sizes)("an object of %s is stored and read back byte for byte, in constant memory", async (_, sizeBytes) => {
  const dataDir = join(await temporaryFolder(), "data");
  const cloud = startCloudProcess(dataDir);
  const { client } = await s3User(await cloud.ready);
  await allow(dataDir, 4 * sizeBytes);
  await client.send(new CreateBucketCommand({ Bucket: "large-object" }));
  const before = await peakBytes(cloud.child.pid!);
  const expected = createHash("sha256");
  const body = Readable.from(hashing(expected, sizeBytes));
  const params = { Bucket: "large-object", Key: "large", Body: body };
  await new Upload({ client, params, partSize: 16 * 1024 * 1024, queueSize: 3 }).done();
  const { Body } = await client.send(new GetObjectCommand({ Bucket: "large-object", Key: "large" }));
  const got = createHash("sha256");
  for await (const piece of Body as Readable) got.update(piece as Buffer);
  expect(got.digest("hex")).toBe(expected.digest("hex"));
  const growthBytes = (await peakBytes(cloud.child.pid!)) - before;
  expect(growthBytes).toBeLessThan(growthBytesMax);
});

function* hashing(hash: ReturnType<typeof createHash>, sizeBytes: number): Generator<Buffer> {
  for (const part of keyStreamParts(sizeBytes, "large object")) {
    hash.update(part);
    yield part;
  }
}

/** Raises the storage and traffic allowance of every team. */
const allow = (dataDir: string, bytes: number): Promise<void> =>
  withEmbeddedDatabase(dataDir, async (database) => {
    const limit = "update allowance_grant set amount = $1 where resource in ('IPFS_STORAGE', 'TRAFFIC')";
    await database.query(limit, [bytes]);
  });
