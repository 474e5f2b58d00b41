/** What the index says of blobs as such. */
import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import "./tables.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Of these names, the ones that are blobs of the index. */
export const knownBlobs = async (db: Db, names: readonly string[]): Promise<Set<string>> => {
  const ids = names.filter((name) => UUID.test(name));
  const rows = await db
    .selectFrom("blob")
    .select("id")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
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
