import { sql, type Kysely } from "kysely";

/** The embedded weave, the cloud's key to Arweave, and what teams keep there. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table arweave_block (
      height bigint primary key,
      id text not null unique,
      created_at timestamptz not null default now()
    );

    create table arweave_wallet (
      address text primary key,
      winston numeric(40, 0) not null check (winston >= 0),
      last_tx text not null default ''
    );

    create table arweave_transaction (
      id text primary key,
      seq bigint generated always as identity unique,
      bundle_id text references arweave_transaction,
      owner_address text not null,
      header jsonb not null,
      data_root text not null,
      data_size bigint not null,
      data_cid bytea,
      data_offset bigint not null default 0,
      height bigint references arweave_block,
      created_at timestamptz not null default now()
    );
    create index arweave_transaction_unmined on arweave_transaction (seq) where height is null;
    create index arweave_transaction_root on arweave_transaction (data_root) where data_cid is null;
    create index arweave_transaction_cid on arweave_transaction (data_cid);
    create index arweave_transaction_owner on arweave_transaction (owner_address, seq);

    create table arweave_tag (
      transaction_id text not null references arweave_transaction,
      name text not null,
      value text not null
    );
    create index arweave_tag_transaction on arweave_tag (transaction_id);
    create index arweave_tag_value on arweave_tag (name, md5(value));

    create table arweave_chunk (
      data_root text not null,
      ends_at bigint not null,
      bytes bytea not null,
      primary key (data_root, ends_at)
    );
    alter table arweave_chunk alter column bytes set storage external;

    create table arweave_key (
      only_one boolean primary key default true check (only_one),
      sealed bytea not null
    );

    create table arweave_upload (
      id text primary key,
      header jsonb not null,
      bundle bytea,
      cid text,
      size_bytes bigint not null,
      posted_at timestamptz,
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      is_open boolean not null default true,
      created_at timestamptz not null default now()
    );
    alter table arweave_upload alter column bundle set storage external;
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
