import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { piecesOf, plain, testBuckets } from "../../../../../tests/support/storage/buckets.ts";
import { mountSmallDisk } from "../../../../../tests/support/server/small-disk.ts";

const MiB = 1024 * 1024;
const on = await testBuckets();
const staging = join(on.dataDir, "staging");
const isSmall = mountSmallDisk(staging, 3 * MiB);

test.skipIf(!isSmall)("a body that fills the disk leaves nothing behind, and a smaller one succeeds", async () => {
  const { buckets, bucket, teamId } = on;
  const send = (sizeBytes: number) => buckets.receive(piecesOf(randomBytes(sizeBytes)), { teamId, checksums: [] });
  await expect(send(8 * MiB)).rejects.toMatchObject({ code: "DISK_FULL" });
  expect(await readdir(staging)).toEqual([]);
  const upload = await buckets.createUpload(bucket, { key: "parts", attributes: plain });
  const part = await buckets.putPart(bucket, upload, 1, await send(2 * MiB));
  await expect(send(2 * MiB)).rejects.toMatchObject({ code: "DISK_FULL" });
  expect(await buckets.listParts(upload, { after: 0, limit: 10 })).toEqual([part]);
  expect(await on.storedBytes()).toBe(BigInt(2 * MiB));
  await buckets.abort(bucket, upload);
  expect(await readdir(staging)).toEqual([]);
  expect(await on.storedBytes()).toBe(0n);
});
