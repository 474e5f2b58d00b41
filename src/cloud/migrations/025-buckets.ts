import { sql, type Kysely } from "kysely";

/**
 * Buckets, their objects and unfinished uploads. Keys sort by their bytes (collation "C" over UTF-8). A bucket's numbers stand
 * in its own row, which every change of its objects locks; `bucket_hour` keeps how they were at the end of each hour.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table bucket (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text collate "C" not null unique,
      cors jsonb,
      policy text,
      arweave_sync boolean not null default false,
      object_count bigint not null default 0 check (object_count >= 0),
      size_bytes bigint not null default 0 check (size_bytes >= 0),
      created_at timestamptz not null default now()
    );
    create index bucket_team on bucket (team_id, name);

    create table bucket_object (
      bucket_id uuid not null references bucket on delete cascade,
      key text collate "C" not null,
      cid bytea not null,
      size_bytes bigint not null check (size_bytes >= 0),
      etag text not null,
      attributes jsonb not null,
      checks jsonb not null,
      modified_at timestamptz not null,
      primary key (bucket_id, key)
    );
    create index bucket_object_cid on bucket_object (cid);

    create table bucket_hour (
      bucket_id uuid not null references bucket on delete cascade,
      hour timestamptz not null,
      object_count bigint not null,
      size_bytes bigint not null,
      primary key (bucket_id, hour)
    );

    create table bucket_upload (
      id uuid primary key,
      bucket_id uuid not null references bucket on delete cascade,
      key text collate "C" not null,
      attributes jsonb not null,
      checksum_algorithm text,
      checksum_type text,
      completed jsonb,
      created_at timestamptz not null,
      touched_at timestamptz not null
    );
    create index bucket_upload_key on bucket_upload (bucket_id, key, id);
    create index bucket_upload_idle on bucket_upload (touched_at);

    create table bucket_part (
      upload_id uuid not null references bucket_upload on delete cascade,
      number integer not null,
      file_id uuid not null unique,
      size_bytes bigint not null check (size_bytes >= 0),
      etag text not null,
      checksums jsonb not null,
      modified_at timestamptz not null,
      primary key (upload_id, number)
    );

    create table bucket_removal (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      bucket_id uuid not null references bucket on delete cascade,
      bucket_name text not null,
      prefix text collate "C" not null,
      state text not null,
      total bigint not null,
      removed bigint not null default 0,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index bucket_removal_team on bucket_removal (team_id, created_at);

    create table bucket_download (
      token_hash bytea primary key,
      bucket_id uuid not null references bucket on delete cascade,
      selection jsonb not null,
      format text not null,
      expires_at timestamptz not null,
      root bytea
    );
    create index bucket_download_expiry on bucket_download (expires_at);
    create index bucket_download_root on bucket_download (root) where root is not null;
  `.execute(db);
};
