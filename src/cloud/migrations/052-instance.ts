import { sql, type Kysely } from "kysely";

/** Which instance the database belongs to, and what the upkeep of blobs remembers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table instance (
      is_only boolean primary key default true check (is_only),
      id uuid not null,
      created_at timestamptz not null default now(),
      swept_blobs bigint not null default 0,
      sweep_held_at timestamptz,
      damage_told_at timestamptz
    );

    -- Bytes are hashed when they are stored, so a blob starts out verified.
    alter table blob
      add column verified_at timestamptz not null default now(),
      add column damaged_at timestamptz,
      add column checking_until timestamptz;
    update blob set verified_at = created_at;
    create index blob_verified on blob (verified_at);
    create index blob_damaged on blob (damaged_at) where damaged_at is not null;
  `.execute(db);
};
