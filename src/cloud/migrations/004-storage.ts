import { sql, type Kysely } from "kysely";

/** Buckets, snapshots, pins, Arweave, and which team holds which content. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table holding (
      team_id uuid,
      cid bytea,
      holders bigint not null check (holders > 0),
      size_bytes bigint not null check (size_bytes >= 0),
      primary key (team_id, cid)
    );
    create index holding_cid on holding (cid);

    create table root_discard (
      cid bytea primary key,
      created_at timestamptz not null default now()
    );

    -- Access keys end with the membership of the member who created them.
    create table access_key (
      access_key text primary key,
      team_id uuid not null references team on delete cascade,
      person_id uuid not null references person on delete cascade,
      kind text not null check (kind in ('SERVICE', 'MASTER', 'SESSION')),
      name text not null,
      secret bytea not null,
      token_hash bytea,
      buckets text[] not null,
      prefixes text[] not null,
      permissions text[] not null,
      expires_at timestamptz,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      object_key text,
      check ((token_hash is not null) = (kind = 'SESSION')),
      check (expires_at is not null or kind <> 'SESSION'),
      check (object_key is null or kind = 'SESSION')
    );
    create index access_key_team on access_key (team_id, kind, created_at desc);
    create index access_key_person on access_key (person_id, team_id);
    create unique index access_key_master on access_key (team_id) where kind = 'MASTER';

    -- A bucket's totals are in its own row, which each change of its objects locks. Keys sort by their UTF-8 bytes.
    create table bucket (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text collate "C" not null unique,
      cors jsonb,
      policy text,
      arweave_sync boolean not null default false,
      object_count bigint not null default 0 check (object_count >= 0),
      size_bytes bigint not null default 0 check (size_bytes >= 0),
      created_at timestamptz not null default now(),
      visibility text not null default 'private' check (visibility in ('private', 'public'))
    );
    create index bucket_team on bucket (team_id, name);

    create table bucket_object (
      bucket_id uuid references bucket on delete cascade,
      key text collate "C",
      cid bytea not null,
      size_bytes bigint not null check (size_bytes >= 0),
      etag text not null,
      attributes jsonb not null,
      checks jsonb not null,
      modified_at timestamptz not null,
      primary key (bucket_id, key)
    );
    create index bucket_object_cid on bucket_object (cid, bucket_id);

    -- A bucket's totals at the end of each hour.
    create table bucket_hour (
      bucket_id uuid references bucket on delete cascade,
      hour timestamptz,
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
      upload_id uuid references bucket_upload on delete cascade,
      number integer,
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

    create table snapshot (
      id uuid primary key,
      number bigint generated always as identity unique,
      team_id uuid not null references team on delete cascade,
      bucket_id uuid not null references bucket on delete cascade,
      bucket_name text not null,
      prefix text not null,
      state text not null check (state in ('generating', 'unpin', 'failure')),
      cid bytea,
      size_bytes bigint not null default 0,
      file_count bigint not null default 0,
      message text,
      created_at timestamptz not null default now()
    );
    create index snapshot_newest on snapshot (bucket_id, number desc);
    create index snapshot_team on snapshot (team_id);

    -- Pins. pinning_peer has the peer ID that the pinning service names as its own.
    create table pin (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      cid text not null,
      root text not null,
      name text,
      origins jsonb not null default '[]',
      meta jsonb not null default '{}',
      status text not null default 'queued' check (status in ('queued', 'pinning', 'pinned', 'failed')),
      details text not null default '',
      size_bytes bigint,
      attempts integer not null default 0,
      replaced_root text,
      created_at timestamptz not null,
      updated_at timestamptz not null default now(),
      unique (team_id, created_at)
    );
    create index pin_root on pin (root);
    create index pin_unsettled on pin (updated_at) where status in ('queued', 'pinning');
    create index pin_replaced_root on pin (replaced_root) where replaced_root is not null;

    create table pinning_peer (
      only_one boolean default true primary key check (only_one),
      peer_id text not null,
      sealed_key bytea not null
    );

    -- The server's key to Arweave, and the files that teams keep there.
    create table arweave_key (
      only_one boolean default true primary key check (only_one),
      sealed bytea not null
    );

    create table arweave_upload (
      id text primary key,
      header jsonb not null,
      bundle bytea storage external,
      cid text,
      size_bytes bigint not null,
      posted_at timestamptz,
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      is_open boolean not null default true,
      created_at timestamptz not null default now()
    );
    create index arweave_upload_open on arweave_upload (next_at) where is_open;

    create table arweave_item (
      id uuid primary key,
      source text not null,
      content_type text not null,
      size_bytes bigint not null,
      inline bytea,
      kept boolean not null,
      arweave_id text,
      upload_id text references arweave_upload on delete set null,
      state text not null check (state in ('waiting', 'sent', 'confirmed', 'failure', 'timeout')),
      reason text,
      charged_team_id uuid,
      next_at timestamptz not null default now(),
      deadline timestamptz not null,
      confirmed_at timestamptz,
      created_at timestamptz not null default now(),
      unique (source, content_type)
    );
    create index arweave_item_waiting on arweave_item (next_at) where state = 'waiting';
    create index arweave_item_deadline on arweave_item (deadline) where state in ('waiting', 'sent');
    create index arweave_item_upload on arweave_item (upload_id);

    create table arweave_object (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      bucket_id uuid not null,
      bucket text not null,
      key text not null,
      cid text not null,
      content_type text not null,
      size_bytes bigint not null,
      item_id uuid references arweave_item,
      state text not null check (state in ('syncing', 'synced', 'timeout', 'failure')),
      reason text,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      unique (bucket_id, key, cid, content_type)
    );
    create index arweave_object_team on arweave_object (team_id, created_at desc, id);
    create index arweave_object_item on arweave_object (item_id);
    create index arweave_object_new on arweave_object (created_at) where state = 'syncing' and item_id is null;
    create index arweave_object_syncing on arweave_object (bucket_id) where state = 'syncing';

    create table arweave_bucket (
      bucket_id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text not null,
      state text not null check (state in ('on', 'closing')),
      scanned_key text
    );
  `.execute(db);
};
