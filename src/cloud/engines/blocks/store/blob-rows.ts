/** Queries the index for blobs. */
import { uuidPattern } from "../../../../../resources/declare/patterns.ts";
import { sql } from "kysely";
import { batched } from "../../database/batched.ts";
import type { Db } from "../../database/database.ts";

/** Returns the names that are blobs in the index, or packs of repositories. */
export const findBlobs = async (db: Db, names: readonly string[]): Promise<Set<string>> => {
  const ids = names.filter((name) => uuidPattern.test(name));
  const { rows } = await sql<{ id: string }>`
    select id from blob where id = any(${ids}::uuid[])
    union all select blob_id from git_pack where blob_id = any(${ids}::uuid[])
  `.execute(db);
  return new Set(rows.map((row) => row.id));
};

/** Finds out whether a name is a blob in the index, or a pack; concurrent requests share a query. */
export type IsRecorded = (name: string) => Promise<boolean>;

export const createIsRecorded = (db: Db): IsRecorded =>
  batched(async (names) => {
    const found = await findBlobs(db, names);
    return (name) => found.has(name);
  });

/** Returns the newest blobs with bytes in the store, and packs; the bytes of other blobs are all in the database. */
export const blobsInStore = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    (select id from blob where exists (select from block where blob_id = blob.id and bytes is null)
     order by created_at desc limit ${limit})
    union all (select blob_id from git_pack limit ${limit})
  `.execute(db);
  return rows.map(({ id }) => id);
};

/** Counts the blobs of the index and the packs of repositories. */
export const countBlobs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    select (select count(*) from blob) + (select count(*) from git_pack) as count
  `.execute(db);
  return Number(rows[0]!.count);
};

/** Returns the number of damaged blobs and the time since which all blobs have been verified. */
export const readSoundness = async (db: Db): Promise<{ damagedBlobs: number; verifiedSince: Date | undefined }> => {
  const { rows } = await sql<{ damaged: bigint; since: Date | null }>`
    select (select count(*) from blob where damaged_at is not null) as damaged, (select min(verified_at) from blob) as since
  `.execute(db);
  const { damaged, since } = rows[0]!;
  return { damagedBlobs: Number(damaged), verifiedSince: since ?? undefined };
};

export const countTotals = async (db: Db): Promise<{ blocks: number; files: number; storedBytes: number }> => {
  const { rows } = await sql<Record<"blocks" | "bytes" | "files" | "smallBlocks" | "smallBytes", bigint>>`
    select (select coalesce(sum(block_count), 0)::int8 from blob) as blocks,
           (select coalesce(sum(size_bytes), 0)::int8 from blob) as bytes,
           root.*
    from (
      select coalesce(sum(file_count), 0)::int8 as files,
             count(*) filter (where blob_id is null) as "smallBlocks",
             coalesce(sum(size_bytes) filter (where blob_id is null), 0)::int8 as "smallBytes"
      from root
    ) as root
  `.execute(db);
  const { blocks, bytes, files, smallBlocks, smallBytes } = rows[0]!;
  return { blocks: Number(blocks + smallBlocks), files: Number(files), storedBytes: Number(bytes + smallBytes) };
};
