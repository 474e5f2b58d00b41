import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table project (
      id uuid primary key,
      team_id uuid not null,
      name text not null,
      label text not null,
      platform text not null,
      deploy_type text not null check (deploy_type in ('UPLOAD', 'REPOSITORY')),
      repository_id uuid,
      branch text not null default '',
      framework text not null default '',
      root_directory text not null default '',
      install_command text not null default '',
      build_command text not null default '',
      output_directory text not null default '',
      deploys_on_push boolean not null default false,
      environment jsonb not null default '[]',
      live_deployment_id uuid,
      live_number bigint,
      live_cid text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index project_team on project (team_id, updated_at desc, id desc);
    create index project_pushed on project (repository_id, branch) where deploys_on_push;
    create index project_live on project (live_deployment_id) where live_deployment_id is not null;

    create table deployment (
      id uuid primary key,
      number bigint generated always as identity unique,
      project_id uuid not null references project on delete cascade,
      team_id uuid not null,
      lane text not null check (lane in ('publish', 'build')),
      state text not null default 'queued' check (
        state in ('queued', 'pending', 'running', 'syncing', 'success', 'failure', 'timeout', 'cancelled')
      ),
      trigger text not null check (trigger in ('upload', 'push', 'redeploy', 'person')),
      upload_id text,
      branch text,
      commit_hash text,
      message text,
      author text,
      cid text,
      file_count integer,
      size_bytes bigint,
      attempt integer not null default 0,
      worker text,
      seen_at timestamptz,
      cancel_requested boolean not null default false,
      error_message text,
      log_lines integer not null default 0,
      build_seconds integer not null default 0,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz
    );
    create index deployment_project on deployment (project_id, number desc);
    create index deployment_queue on deployment (lane, number) where state = 'queued';
    create unique index deployment_one_at_a_time on deployment (project_id)
      where state in ('pending', 'running', 'syncing');
    create index deployment_open on deployment (project_id, number) where ended_at is null;
    create index deployment_cid on deployment (cid) where cid is not null;

    create table deployment_log (
      deployment bigint not null,
      seq integer not null,
      logged_at timestamptz not null,
      content text not null,
      primary key (deployment, seq)
    );

    create table hosting_discard (
      kind text not null check (kind in ('root', 'log')),
      subject text not null,
      primary key (kind, subject)
    );
  `.execute(db);
};
