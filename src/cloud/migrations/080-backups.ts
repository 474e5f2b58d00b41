import { sql, type Kysely } from "kysely";

/** Encrypted backups, as this instance created them, and when the write-ahead log was last copied. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table backup (
      name text primary key,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      blobs int8,
      new_bytes int8,
      total_bytes int8,
      error text
    );
    alter table instance add column backup_log_at timestamptz;
  `.execute(db);
};
