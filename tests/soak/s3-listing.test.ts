/**
 * Lists a bucket of a million keys with the AWS SDK: every page in order, reading only its own rows, in constant
 * memory.
 */
import { join } from "node:path";
import { CreateBucketCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { startCloudProcess, temporaryFolder } from "../support/server/cloud-process.ts";
import { withEmbeddedDatabase } from "../support/database/embedded-database.ts";
import { peakBytes } from "../support/server/process-memory.ts";
import { s3User } from "../support/storage/s3-user.ts";

const Bucket = "million-keys";
const keyCount = 1_000_000;
const folderCount = keyCount / 100;
const pageKeys = 1000;
const warmingPages = 100;
const growthBytesMax = 300_000_000;
/** Maximum rows read per listed key; a listing that scanned the rows before a page would read hundreds. */
const rowsPerKeyMax = 1.5;

test("a million keys are listed completely, in order and once each, without unnecessary row reads", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const cloud = startCloudProcess(dataDir);
  const { client } = await s3User(await cloud.ready);
  await client.send(new CreateBucketCommand({ Bucket }));
  await fill(dataDir);
  // The first pages bring the process to its working memory.
  await listed(client, "", warmingPages);
  const before = await peakBytes(cloud.child.pid!);
  const rowsBefore = await rowsRead(dataDir);

  const keys = await listed(client, "");
  expect([keys.length, isInOrder(keys)]).toEqual([keyCount, true]);
  const folders = await listed(client, "/");
  expect([folders.length, isInOrder(folders)]).toEqual([folderCount, true]);

  const listedCount = keyCount + folderCount;
  // The database updates its statistics with a delay.
  await expect.poll(async () => (await rowsRead(dataDir)) - rowsBefore, { timeout: 60_000 }).toBeGreaterThan(keyCount);
  expect((await rowsRead(dataDir)) - rowsBefore).toBeLessThan(rowsPerKeyMax * listedCount);
  expect((await peakBytes(cloud.child.pid!)) - before).toBeLessThan(growthBytesMax);
});

/** Lists keys, or folders if there is a delimiter. */
const listed = async (client: S3Client, Delimiter: string, pagesMax = Infinity): Promise<string[]> => {
  const names: string[] = [];
  let pages = 0;
  for await (const page of paginateListObjectsV2({ client, pageSize: pageKeys }, { Bucket, Delimiter })) {
    for (const { Key } of page.Contents ?? []) names.push(Key!);
    for (const { Prefix } of page.CommonPrefixes ?? []) names.push(Prefix!);
    if (++pages === pagesMax) break;
  }
  return names;
};

const isInOrder = (names: readonly string[]): boolean => names.every((name, at) => at === 0 || names[at - 1]! < name);

const rowsRead = (dataDir: string): Promise<number> =>
  withEmbeddedDatabase(dataDir, async (database) => {
    const { rows } = await database.query<{ read: string }>(
      "select idx_tup_fetch + seq_tup_read as read from pg_stat_user_tables where relname = 'bucket_object'",
    );
    return Number(rows[0]!.read);
  });

/** Inserts directly into the table, since only listing is measured. */
const fill = (dataDir: string): Promise<void> =>
  withEmbeddedDatabase(dataDir, async (database) => {
    await database.query(
      `insert into bucket_object (bucket_id, key, cid, size_bytes, etag, attributes, checks, modified_at)
       select bucket.id, 'folder ' || lpad((number / 100)::text, 6, '0') || '/file ' || lpad(number::text, 7, '0'),
         decode('01551220' || repeat('00', 32), 'hex'), 1, 'etag', '{"metadata":{},"tags":{}}', '{"checksums":{}}', now()
       from bucket, generate_series(0, $2::int - 1) as number where bucket.name = $1`,
      [Bucket, keyCount],
    );
  });
