import { sql, type Kysely } from "kysely";

/** Keys of the RPC service, and what was requested with them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table rpc_key (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text not null,
      notes text not null default '',
      type text not null check (type in ('FREE', 'VIP')),
      active boolean not null default true,
      hash bytea not null unique,
      sealed bytea not null,
      previous_hash bytea unique,
      previous_until timestamptz,
      needs_token boolean not null default false,
      allow jsonb not null default '[]',
      daily_cap bigint,
      at_cap text not null default 'STOP' check (at_cap in ('STOP', 'SLOW')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index rpc_key_free on rpc_key (team_id) where type = 'FREE';
    create index rpc_key_team on rpc_key (team_id, created_at);

    create table rpc_public_key (
      id uuid primary key,
      key_id uuid not null references rpc_key on delete cascade,
      name text not null,
      pem text not null,
      created_at timestamptz not null default now()
    );
    create index rpc_public_key_key on rpc_public_key (key_id, created_at);

    -- Counts remain when their key is deleted, so that a team's totals don't change.
    create table rpc_count (
      team_id uuid not null references team on delete cascade,
      key_id uuid,
      hour timestamptz,
      chain text,
      method text,
      requests bigint not null,
      units bigint not null,
      errors bigint not null,
      cached bigint not null,
      primary key (key_id, hour, chain, method)
    );
    create index rpc_count_team on rpc_count (team_id, hour);
    create index rpc_count_hour on rpc_count (hour);

    create table rpc_latency (
      team_id uuid not null references team on delete cascade,
      key_id uuid,
      hour timestamptz,
      chain text,
      bucket smallint,
      requests bigint not null,
      primary key (key_id, hour, chain, bucket)
    );
    create index rpc_latency_team on rpc_latency (team_id, hour);
    create index rpc_latency_hour on rpc_latency (hour);

    create table rpc_log (
      id bigint generated always as identity primary key,
      key_id uuid not null references rpc_key on delete cascade,
      at timestamptz not null,
      chain text not null,
      method text not null,
      ms integer not null,
      units integer not null,
      cached boolean not null,
      upstream text,
      error_code integer,
      error text
    );
    create index rpc_log_key on rpc_log (key_id, id desc);
    create index rpc_log_at on rpc_log (at);

    -- Unlogged: clients create a lost filter again, as after a node's restart.
    create unlogged table rpc_filter (
      id text primary key,
      key_id uuid not null references rpc_key on delete cascade,
      chain text not null,
      kind text not null check (kind in ('logs', 'blocks', 'transactions')),
      criteria jsonb not null,
      last_block bigint not null,
      seen jsonb not null,
      used_at timestamptz not null default now()
    );
    create index rpc_filter_key on rpc_filter (key_id);
    create index rpc_filter_used on rpc_filter (used_at);
  `.execute(db);
};
