import { sql, type Kysely } from "kysely";

/** What the kernel and the engines keep: replies to repeated requests, blobs and roots, and large events. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table idempotent_reply (
      scope text,
      key_hash bytea,
      request_hash bytea not null,
      sealed_reply bytea,
      expires_at timestamptz not null,
      primary key (scope, key_hash)
    );
    create index idempotent_reply_expiry on idempotent_reply (expires_at);

    create table instance (
      is_only boolean default true primary key check (is_only),
      id uuid not null,
      created_at timestamptz not null default now(),
      swept_blobs bigint not null default 0,
      sweep_held_at timestamptz,
      damage_told_at timestamptz
    );

    create table blob (
      id uuid primary key,
      size_bytes bigint not null,
      block_count integer not null,
      created_at timestamptz not null default now(),
      verified_at timestamptz not null default now(),
      damaged_at timestamptz,
      checking_until timestamptz
    );
    create index blob_verified on blob (verified_at);
    create index blob_damaged on blob (damaged_at) where damaged_at is not null;

    -- Small files, and the nodes above large ones, are stored here; only large leaves are in the blob store.
    create table block (
      cid bytea,
      blob_id uuid references blob on delete cascade,
      offset_bytes bigint not null,
      length_bytes integer not null,
      bytes bytea storage external,
      file_bytes bigint,
      primary key (cid, blob_id)
    );
    create index block_blob on block (blob_id);

    create table extent (
      cid bytea,
      blob_id uuid references blob on delete cascade,
      offset_bytes bigint not null,
      size_bytes bigint not null,
      primary key (cid, blob_id)
    );
    create index extent_blob on extent (blob_id);

    create table root (
      cid bytea primary key,
      blob_id uuid references blob,
      file_count integer not null,
      size_bytes bigint not null,
      bytes bytea storage external,
      fills_blob boolean,
      constraint root_place check ((blob_id is null) = (bytes is not null))
    );
    create index root_blob on root (blob_id) where blob_id is not null;

    create table root_part (
      root bytea references root on delete cascade,
      part bytea references root,
      primary key (root, part)
    );
    create index root_part_part on root_part (part);

    -- The blocks of roots that share their blob with other content. root.fills_blob is false for these, and null if unknown.
    create table root_block (
      cid bytea,
      root bytea references root on delete cascade,
      primary key (cid, root)
    );
    create index root_block_root on root_block (root);

    -- Where @socket.io/postgres-adapter keeps events over NOTIFY's 8,000 bytes. It chose the names.
    create table socket_io_attachments (
      id bigserial unique,
      created_at timestamptz default now(),
      payload bytea
    );
  `.execute(db);
};
