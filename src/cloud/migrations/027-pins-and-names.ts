import { sql, type Kysely } from "kysely";

/** Pins, IPNS names and their records, the keys that programs use for both, and projects that follow a name. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table program_key (
      purpose text not null check (purpose in ('PINNING', 'IPNS')),
      team_id uuid not null references team on delete cascade,
      person_id uuid not null references person on delete cascade,
      hash bytea not null unique,
      hint text not null,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (purpose, team_id, person_id)
    );

    create table ipns_name (
      key text primary key,
      team_id uuid not null references team on delete cascade,
      name text not null,
      value text not null,
      sealed_key bytea not null,
      lifetime_days int not null check (lifetime_days between 1 and 365),
      sequence numeric(20) not null,
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
      sequence numeric(20) not null,
      expires_at timestamptz not null,
      fetched_at timestamptz not null
    );
    create index ipns_record_expiry on ipns_record (expires_at);

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
      attempts int not null default 0,
      replaced_root text,
      created_at timestamptz not null,
      updated_at timestamptz not null default now(),
      unique (team_id, created_at)
    );
    create index pin_root on pin (root);
    create index pin_unsettled on pin (updated_at) where status in ('queued', 'pinning');

    create table pinning_peer (
      only_one boolean primary key default true check (only_one),
      peer_id text not null,
      sealed_key bytea not null
    );

    alter table project drop constraint project_deploy_type_check;
    alter table project
      add check (deploy_type in ('UPLOAD', 'REPOSITORY', 'CID', 'IPNS', 'TEMPLATE')),
      add column ipns_auto boolean not null default false,
      add column ipns_resolved text,
      add column ipns_check_at timestamptz;
    alter table deployment drop constraint deployment_trigger_check;
    alter table deployment add check (
      trigger in ('upload', 'push', 'redeploy', 'person', 'hook', 'hash', 'ipns', 'template', 'cli')
    );
    create index project_ipns_check on project (ipns_check_at);
    create index project_ipns_path on project (ipfs_path) where deploy_type = 'IPNS';
  `.execute(db);
};
