import { sql, type Kysely } from "kysely";

/**
 * Versions and locks of objects. An object's current version stays in bucket_object; noncurrent versions and delete markers are in
 * bucket_version. bucket.object_count counts all of them, so the version before never deletes a bucket that has any.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table bucket
      add column versioning text check (versioning in ('Enabled', 'Suspended')),
      add column version_count bigint not null default 0 check (version_count >= 0),
      add column object_lock jsonb;

    -- Without an ID, it is the version "null".
    alter table bucket_object add column version_id text, add column lock jsonb;

    create table bucket_version (
      bucket_id uuid references bucket on delete cascade,
      key text collate "C",
      -- Later versions of a key have higher numbers.
      number bigint generated always as identity,
      version_id text not null,
      -- A delete marker has no content.
      cid bytea,
      size_bytes bigint not null default 0 check (size_bytes >= 0),
      etag text not null default '',
      attributes jsonb not null default '{"metadata": {}, "tags": {}}',
      checks jsonb not null default '{"checksums": {}}',
      lock jsonb,
      modified_at timestamptz not null,
      primary key (bucket_id, key, number),
      unique (bucket_id, key, version_id)
    );

    alter table bucket_upload add column lock jsonb;
    alter table bucket_removal add column with_versions boolean not null default false;
  `.execute(db);
};
