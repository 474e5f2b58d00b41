import { sql } from "kysely";
import { expect, test } from "vitest";
import { plain, testBuckets, type TestBuckets } from "../../../../../tests/support/storage/buckets.ts";
import type { Db } from "../../../engines/database/database.ts";
import { compareKeys, listObjects } from "./list.ts";
import type { ListOptions } from "../model.ts";

const all = { prefix: "", delimiter: "", after: "", limit: 1000 };

/** Inserts rows without content: listing reads only rows. */
const fill = async ({ db, bucket }: TestBuckets, keys: readonly string[]): Promise<void> => {
  await sql`
    insert into bucket_object (bucket_id, key, cid, size_bytes, etag, attributes, checks, modified_at)
    select ${bucket.id}, key, decode('01551220' || repeat('00', 32), 'hex'), 1, 'etag', '{"metadata":{},"tags":{}}', '{"checksums":{}}', now()
    from unnest(${[...keys]}::text[]) as key
  `.execute(db);
};

/** The simplest implementation of an S3 listing. */
const expected = (keys: readonly string[], { prefix, delimiter, after, limit }: ListOptions) => {
  const entries = new Set<string>();
  for (const key of keys.toSorted(compareKeys)) {
    if (!key.startsWith(prefix)) continue;
    const at = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const entry = at < 0 ? `key ${key}` : `prefix ${key.slice(0, at + delimiter.length)}`;
    if (compareKeys(entry.replace(/^\w+ /, ""), after) > 0) entries.add(entry);
  }
  return [...entries].slice(0, limit);
};

const listed = async ({ buckets, bucket }: TestBuckets, options: ListOptions) => {
  const { entries, prefixes, next } = await buckets.list(bucket, options);
  const found = [...entries.map(({ key }) => `key ${key}`), ...prefixes.map((prefix) => `prefix ${prefix}`)];
  const nameOf = (entry: string): string => entry.replace(/^\w+ /, "");
  return { found: found.toSorted((a, b) => compareKeys(nameOf(a), nameOf(b))), next };
};

const odd = [
  "a",
  "a/",
  "a//b",
  "a/b/c",
  "a0",
  "B/x",
  "b/1",
  "b/2/3",
  "b-c",
  "/lead",
  "//",
  "ä/ö",
  "\u{d7ff}/x",
  "\u{ffff}/y",
  "🦊/z",
  "\u{10ffff}",
  "\u{10ffff}/end",
  "..",
  "../x",
  "%2F",
];

test("listing returns keys in byte order for any prefix, delimiter and start, page by page", async () => {
  const on = await testBuckets();
  await fill(on, odd);
  for (const prefix of ["", "a", "a/", "/", "\u{10ffff}", "nothing"]) {
    for (const delimiter of ["", "/", "//", "\u{10ffff}"]) {
      for (const after of ["", "a", "a/", "a/b", "b/", "b/1", "zzz", "\u{10ffff}"]) {
        for (const limit of [2, 100]) {
          const options = { prefix, delimiter, after, limit };
          const { found } = await listed(on, options);
          expect(found, JSON.stringify(options)).toEqual(expected(odd, options));
        }
      }
      let after = "";
      const paged: string[] = [];
      for (let more = true; more;) {
        const page = await listed(on, { prefix, delimiter, after, limit: 2 });
        paged.push(...page.found);
        more = page.next !== undefined;
        after = page.next ?? "";
      }
      expect(paged).toEqual(expected(odd, { ...all, prefix, delimiter }));
    }
  }
});

/** Counts the object rows read by a task, from the database's statistics. */
const rowsRead = async (db: Db, task: (trx: Db) => Promise<unknown>): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ rows: bigint }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int8 as rows from pg_stat_xact_user_tables where relname = 'bucket_object'
      `.execute(trx);
      return Number(rows[0]?.rows ?? 0n);
    };
    const before = await read();
    await task(trx);
    return (await read()) - before;
  });

test("a page reads one row for each entry, regardless of the number of keys in the bucket and its folders", async () => {
  const on = await testBuckets();
  const { db, bucket } = on;
  const folders = Array.from({ length: 30 }, (_, folder) => `folder ${String(folder).padStart(3, "0")}/`);
  await fill(
    on,
    folders.flatMap((folder) => Array.from({ length: 400 }, (_, file) => `${folder}${file}`)),
  );
  await sql`analyze bucket_object`.execute(db);
  const top = { ...all, delimiter: "/", limit: 10 };
  expect(await rowsRead(db, (trx) => listObjects(trx, bucket.id, top))).toBeLessThanOrEqual(11);
  const later = { ...top, after: "folder 020/" };
  expect(await rowsRead(db, (trx) => listObjects(trx, bucket.id, later))).toBeLessThanOrEqual(11);
  const flat = { ...all, after: "folder 020/399", limit: 50 };
  expect(await rowsRead(db, (trx) => listObjects(trx, bucket.id, flat))).toBeLessThanOrEqual(51);
  const inside = { ...all, prefix: "folder 010/", delimiter: "/", limit: 1000 };
  expect(await rowsRead(db, (trx) => listObjects(trx, bucket.id, inside))).toBeLessThanOrEqual(401);
});

test("unfinished uploads are listed by key, then by time; completed ones are not", async () => {
  const { buckets, bucket } = await testBuckets();
  const start = (key: string) => buckets.createUpload(bucket, { key, attributes: plain });
  const a1 = await start("a");
  const a2 = await start("a");
  const deep = await start("b/1");
  await start("b/2");
  const c = await start("c");
  await buckets.abort(bucket, c);
  const page = await buckets.listUploads(bucket, { ...all, limit: 1 });
  expect(page).toMatchObject({ entries: [{ id: a1.id }], next: "a", nextUpload: a1.id });
  const second = await buckets.listUploads(bucket, { ...all, limit: 2, after: "a", afterUpload: a1.id });
  expect(second.entries.map(({ id }) => id)).toEqual([a2.id, deep.id]);
  const folders = await buckets.listUploads(bucket, { ...all, delimiter: "/" });
  expect(folders).toMatchObject({ prefixes: ["b/"], next: undefined });
  expect(folders.entries).toHaveLength(2);
});
