import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../../tests/support/file-end.ts";
import { testBuckets, type TestBuckets } from "../../../../../tests/support/storage/buckets.ts";

interface Line {
  readonly key?: string;
  readonly sha256?: string;
  readonly upload?: string;
  readonly number?: number;
  readonly etag?: string;
}

const writer = join(import.meta.dirname, "../../../../../tests/support/storage/bucket-writer.ts");
const acknowledgedBeforeKill = 40;

/** Starts a writing process, kills it during a write, and returns the acknowledged writes. */
const writeAndKill = async ({ database, dataDir, teamId, bucket }: TestBuckets, word: string): Promise<Line[]> => {
  const child = spawn(process.execPath, [writer, database.url, dataDir, teamId, bucket.name, word], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  atFileEnd(async () => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  const lines: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(JSON.parse(line) as Line);
    // Output written before the kill is still read.
    if (lines.length === acknowledgedBeforeKill) child.kill("SIGKILL");
  }
  await closed;
  return lines;
};

test("acknowledged writes survive kill -9 unchanged, counters and quota are exact, and leftovers are removed", async () => {
  const on = await testBuckets();
  const { buckets, bucket, db, dataDir } = on;
  const acknowledged = [...(await writeAndKill(on, "first")), ...(await writeAndKill(on, "second"))];
  const restarted = on.open();
  await restarted.sweep();
  restarted.close();

  for (const { key, sha256 } of acknowledged.filter((line) => line.key)) {
    const object = await buckets.head(bucket, key!);
    const bytes = await buffer(await buckets.read(object!));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
  const partLines = acknowledged.filter((line) => line.upload);
  expect(partLines.length).toBeGreaterThan(0);
  const storedParts = await db.selectFrom("bucket_part").selectAll().execute();
  for (const { upload, number, etag } of partLines)
    expect(storedParts).toContainEqual(expect.objectContaining({ upload_id: upload, number, etag }));
  expect((await readdir(join(dataDir, "staging"))).toSorted()).toEqual(
    storedParts.map(({ file_id }) => `bucket-part-${file_id}`).toSorted(),
  );

  const { rows } = await sql<{
    counted: bigint;
    bytes: bigint;
    held: bigint;
    parts: bigint;
    objects: bigint;
    size: bigint;
  }>`
    select object_count as counted, size_bytes as bytes,
      (select sum(size_bytes)::int8 from holding where team_id = ${on.teamId}) as held,
      (select coalesce(sum(size_bytes), 0)::int8 from bucket_part) as parts,
      (select count(*) from bucket_object) as objects, (select sum(size_bytes)::int8 from bucket_object) as size
    from bucket
  `.execute(db);
  const { counted, bytes, held, parts: inParts, objects, size } = rows[0]!;
  expect(counted).toBe(objects);
  expect(bytes).toBe(size);
  expect(await on.storedBytes()).toBe(held + inParts);
  expect(held).toBe(size);
});
