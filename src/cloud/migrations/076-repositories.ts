import { sql, type Kysely } from "kysely";

/**
 * Hosted repositories: their references, and the blobs of their packs. Deleting a repository, also by the version before, leaves its blobs
 * in git_unused_pack. A repository without a row here is still in the directory of the version before.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table git_repository (
      repository_id uuid primary key references repository on delete cascade,
      version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
      generation bigint not null default 1,
      pack_count integer not null default 0,
      size_bytes bigint not null default 0,
      packed_version bigint not null default 0,
      packed_at timestamptz not null default now()
    );
    create index git_repository_packs on git_repository (pack_count);
    create index git_repository_size on git_repository (size_bytes);

    create table git_ref (
      repository_id uuid not null references git_repository on delete cascade,
      name text collate "C" not null,
      hash text not null,
      primary key (repository_id, name)
    );

    create table git_pack (
      repository_id uuid not null references git_repository on delete cascade,
      hash text not null,
      blob_id uuid not null unique,
      size_bytes bigint not null,
      primary key (repository_id, hash)
    );

    create table git_unused_pack (
      blob_id uuid primary key,
      since timestamptz not null default now()
    );
    create function note_unused_pack() returns trigger language plpgsql as $$
    begin
      insert into git_unused_pack (blob_id) values (old.blob_id) on conflict do nothing;
      return null;
    end $$;
    create trigger git_pack_deleted after delete on git_pack
      for each row execute function note_unused_pack();
  `.execute(db);
};
