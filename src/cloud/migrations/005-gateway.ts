import { sql, type Kysely } from "kysely";

/** Dedicated gateways and IPNS names. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table gateway (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text not null unique,
      scope text not null check (scope in ('public', 'private')),
      index_page text not null default '',
      origins text[] not null default '{}',
      allows_blank_origin boolean not null default true,
      user_agents text[] not null default '{}',
      requests_per_minute integer not null default 0 check (requests_per_minute >= 0),
      requests_per_address integer not null default 0 check (requests_per_address >= 0),
      created_at timestamptz not null default clock_timestamp()
    );
    create index gateway_team on gateway (team_id, created_at desc, id);

    create table gateway_hour (
      gateway_id uuid references gateway on delete cascade,
      hour timestamptz,
      requests bigint not null,
      bytes bigint not null,
      primary key (gateway_id, hour)
    );
    create index gateway_hour_old on gateway_hour (hour);

    create table gateway_top (
      gateway_id uuid references gateway on delete cascade,
      day date,
      kind text check (kind in ('cid', 'referer', 'agent', 'status')),
      value text,
      requests bigint not null,
      bytes bigint not null,
      primary key (gateway_id, day, kind, value)
    );
    create index gateway_top_old on gateway_top (day);

    create table ipns_name (
      key text primary key,
      team_id uuid not null references team on delete cascade,
      name text not null,
      value text not null,
      sealed_key bytea not null,
      lifetime_days integer not null check (lifetime_days >= 1 and lifetime_days <= 365),
      sequence numeric(20, 0) not null,
      record bytea not null,
      expires_at timestamptz not null,
      republish_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null default now(),
      unique (team_id, name)
    );
    create index ipns_name_team on ipns_name (team_id, created_at desc, key);
    create index ipns_name_republish on ipns_name (republish_at);

    create table ipns_record (
      key text primary key,
      record bytea not null,
      sequence numeric(20, 0) not null,
      expires_at timestamptz not null,
      fetched_at timestamptz not null
    );
    create index ipns_record_expiry on ipns_record (expires_at);
  `.execute(db);
};
