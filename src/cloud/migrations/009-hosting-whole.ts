import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table project drop constraint project_deploy_type_check;
    alter table project add check (deploy_type in ('UPLOAD', 'REPOSITORY', 'CID', 'TEMPLATE'));
    alter table project
      add column cli boolean not null default false,
      add column node_version text not null default '24',
      add column previews boolean not null default true,
      add column rewrite boolean not null default false,
      add column directory_list boolean not null default false,
      add column ipfs_path text,
      add column template_id text,
      add column template_values jsonb;

    alter table repository
      add column provider text not null default 'LOCAL' check (provider in ('LOCAL', 'GITHUB', 'URL')),
      add column remote_url text,
      add column external_id text,
      add column linked_by uuid;
    create unique index repository_external on repository (team_id, provider, external_id) where external_id is not null;

    create table preview (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      branch text not null,
      label text not null,
      live_deployment_id uuid,
      live_number bigint,
      live_cid text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (project_id, branch)
    );

    alter table deployment drop constraint deployment_trigger_check;
    alter table deployment add check (
      trigger in ('upload', 'push', 'redeploy', 'person', 'hook', 'hash', 'template', 'cli')
    );
    alter table deployment
      add column preview_id uuid,
      add column settings jsonb,
      add column platform text not null default 'IPFS',
      add column platform_result jsonb;
    create index deployment_team on deployment (team_id, number desc);
    create index deployment_preview on deployment (preview_id, number desc) where preview_id is not null;

    create table deploy_hook (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      team_id uuid not null,
      name text not null,
      branch text not null,
      hash bytea not null unique,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index deploy_hook_project on deploy_hook (project_id, created_at desc);
  `.execute(db);
};
