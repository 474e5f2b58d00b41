import { sql } from "kysely";
import { expect, test } from "vitest";
import { testBuckets, type TestBuckets } from "../../../../../tests/support/storage/buckets.ts";
import { folderSizeOf } from "./folder-size.ts";

/** Inserts rows without content, each of its number in bytes. */
const fill = async ({ db, bucket }: TestBuckets, keys: readonly string[]): Promise<void> => {
  await sql`
    insert into bucket_object (bucket_id, key, cid, size_bytes, etag, attributes, checks, modified_at)
    select ${bucket.id}, key, decode('01551220' || repeat('00', 32), 'hex'), number, 'etag', '{"metadata":{},"tags":{}}', '{"checksums":{}}', now()
    from unnest(${[...keys]}::text[]) with ordinality as file (key, number)
  `.execute(db);
};

test("a folder's size is that of the files below it, in subfolders too, without the folder itself and its siblings", async () => {
  const storage = await testBuckets();
  await fill(storage, ["a/", "a/1", "a/b/2", "a/b/c/3", "a0", "a", "a-b/x", "aé/1", "b/1"]);
  const size = (prefix: string) => folderSizeOf(storage.db, storage.bucket.id, prefix);
  expect(await size("a/")).toEqual({ files: 3, bytes: 2 + 3 + 4, hasMore: false });
  expect(await size("a/b/")).toEqual({ files: 2, bytes: 3 + 4, hasMore: false });
  expect(await size("none/")).toEqual({ files: 0, bytes: 0, hasMore: false });
});

test("counting stops at the maximum, and says that there are more", async () => {
  const storage = await testBuckets();
  await fill(storage, ["f/1", "f/2", "f/3"]);
  const size = (max: number) => folderSizeOf(storage.db, storage.bucket.id, "f/", max);
  expect(await size(2)).toEqual({ files: 2, bytes: 1 + 2, hasMore: true });
  expect(await size(3)).toEqual({ files: 3, bytes: 6, hasMore: false });
});
