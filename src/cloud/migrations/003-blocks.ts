import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table blob (
      id uuid primary key,
      size_bytes bigint not null,
      block_count integer not null,
      created_at timestamptz not null default now()
    );

    create table block (
      cid bytea not null,
      blob_id uuid not null references blob on delete cascade,
      offset_bytes bigint not null,
      length_bytes integer not null,
      primary key (cid, blob_id)
    );
    create index block_blob on block (blob_id);

    create table extent (
      cid bytea not null,
      blob_id uuid not null references blob on delete cascade,
      offset_bytes bigint not null,
      size_bytes bigint not null,
      primary key (cid, blob_id)
    );
    create index extent_blob on extent (blob_id);

    create table root (
      cid bytea primary key,
      blob_id uuid not null references blob,
      file_count integer not null,
      size_bytes bigint not null
    );
    create index root_blob on root (blob_id);
  `.execute(db);
};
