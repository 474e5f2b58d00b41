import { sql, type Kysely } from "kysely";

/** Repositories, projects, deployments, previews, domains and certificates. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table upload (
      id uuid primary key,
      team_id uuid not null,
      kind text not null check (kind in ('folder', 'zip')),
      files jsonb not null,
      size_bytes bigint not null,
      received_bytes bigint not null default 0,
      published jsonb,
      touched_at timestamptz not null default now(),
      digest bytea,
      promised_until timestamptz
    );
    create index upload_team on upload (team_id);
    create index upload_touched on upload (touched_at);
    create index upload_promised on upload ((published ->> 'cid')) where promised_until is not null;

    create table known_upload (
      team_id uuid,
      digest bytea,
      cid text not null,
      file_count integer not null,
      size_bytes bigint not null,
      used_at timestamptz not null default now(),
      primary key (team_id, digest)
    );
    create index known_upload_cid on known_upload (cid);
    create index known_upload_used on known_upload (used_at);

    create table hostname (
      label text primary key,
      kind text not null,
      target_id text not null,
      created_at timestamptz not null default now()
    );
    create index hostname_target on hostname (kind, target_id);

    -- Only the instance's own repositories are found by path; two teams may read the same one of another host.
    create table repository (
      id uuid primary key,
      team_id uuid not null,
      namespace text not null,
      name text not null,
      default_branch text not null,
      framework text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      provider text not null default 'LOCAL' check (provider in ('LOCAL', 'GITHUB', 'URL')),
      remote_url text,
      external_id text,
      linked_by uuid,
      fetched_at timestamptz
    );
    create index repository_team on repository (team_id, updated_at desc, id desc);
    create unique index repository_external on repository (team_id, provider, external_id) where external_id is not null;
    create unique index repository_path on repository (namespace, name) where provider = 'LOCAL';

    create table project (
      id uuid primary key,
      team_id uuid not null,
      name text not null,
      label text not null,
      platform text not null,
      deploy_type text not null check (deploy_type in ('UPLOAD', 'REPOSITORY', 'CID', 'IPNS', 'TEMPLATE')),
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
      updated_at timestamptz not null default now(),
      cli boolean not null default false,
      node_version text not null default '24',
      previews boolean not null default true,
      rewrite boolean not null default false,
      directory_list boolean not null default false,
      ipfs_path text,
      template_id text,
      template_values jsonb,
      ipns_auto boolean not null default false,
      ipns_resolved text,
      ipns_check_at timestamptz,
      shares_name boolean not null default false
    );
    create index project_team on project (team_id, updated_at desc, id desc);
    create index project_live on project (live_deployment_id) where live_deployment_id is not null;
    create index project_repository on project (repository_id) where repository_id is not null;
    create index project_ipns_check on project (ipns_check_at);
    create index project_ipns_path on project (ipfs_path) where deploy_type = 'IPNS';
    create unique index project_team_name on project (team_id, name) where not shares_name;

    create table deployment (
      id uuid primary key,
      number bigint generated always as identity unique,
      project_id uuid not null references project on delete cascade,
      team_id uuid not null,
      lane text not null check (lane in ('publish', 'build')),
      state text not null default 'queued'
        check (state in ('queued', 'pending', 'running', 'syncing', 'success', 'failure', 'timeout', 'cancelled')),
      trigger text not null check (trigger in ('upload', 'push', 'redeploy', 'person', 'hook', 'hash', 'ipns', 'template', 'cli')),
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
      ended_at timestamptz,
      preview_id uuid,
      settings jsonb,
      platform text not null default 'IPFS',
      platform_result jsonb
    );
    create index deployment_project on deployment (project_id, number desc);
    create index deployment_queue on deployment (lane, number) where state = 'queued';
    create unique index deployment_one_at_a_time on deployment (project_id)
      where state in ('pending', 'running', 'syncing');
    create index deployment_open on deployment (project_id, number) where ended_at is null;
    create index deployment_cid on deployment (cid) where cid is not null;
    create index deployment_team on deployment (team_id, number desc);
    create index deployment_preview on deployment (preview_id, number desc) where preview_id is not null;
    -- A project's state is that of its newest production deployment, however many previews follow.
    create index deployment_production on deployment (project_id, number desc) where preview_id is null;

    create table deployment_log (
      deployment bigint,
      seq integer,
      logged_at timestamptz not null,
      content text not null,
      primary key (deployment, seq)
    );

    create table hosting_discard (
      kind text check (kind in ('root', 'log')),
      subject text,
      primary key (kind, subject)
    );

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

    create table code_host_request (
      state_hash bytea primary key,
      person_id uuid references person on delete cascade,
      sealed_verifier bytea not null,
      redirect_uri text not null,
      return_to text not null,
      expires_at timestamptz not null,
      browser_hash bytea
    );
    create index code_host_request_expiry on code_host_request (expires_at);

    create table code_host_account (
      person_id uuid primary key references person on delete cascade,
      external_id text not null,
      login text not null,
      sealed_token bytea not null,
      created_at timestamptz not null default now()
    );
    create unique index code_host_account_external on code_host_account (external_id);

    create table code_host_hook (
      repository_id uuid primary key references repository on delete cascade,
      person_id uuid not null,
      sealed_secret bytea not null,
      hook_id text,
      created_at timestamptz not null default now()
    );

    create table code_host_detected (
      code_hash bytea primary key,
      browser_hash bytea not null,
      external_id text not null,
      login text not null,
      sealed_token bytea not null,
      expires_at timestamptz not null
    );
    create index code_host_detected_expiry on code_host_detected (expires_at);

    create table domain (
      id uuid primary key,
      team_id uuid not null,
      name text not null,
      proof_name text not null,
      proof_value text not null,
      state text not null default 'pending' check (state in ('pending', 'valid', 'invalid')),
      message text,
      redirect_to text,
      redirect_code integer check (redirect_code in (301, 302)),
      checks integer not null default 0,
      misses integer not null default 0,
      checked_at timestamptz,
      next_check_at timestamptz not null default now(),
      created_at timestamptz not null default clock_timestamp(),
      target_kind text not null default 'project',
      target_id uuid not null,
      unique (team_id, name)
    );
    create unique index domain_holder on domain (name) where state = 'valid';
    create index domain_team on domain (team_id, created_at desc, id desc);
    create index domain_due on domain (next_check_at);
    create index domain_proof on domain (team_id, proof_name);
    create index domain_target on domain (target_kind, target_id, created_at desc);

    create table domain_version (
      only_row boolean default true primary key check (only_row),
      version bigint not null
    );

    create table certificate (
      name text primary key,
      chain text,
      private_key text,
      expires_at timestamptz,
      failures integer not null default 0,
      message text,
      next_at timestamptz not null default now()
    );
    create index certificate_due on certificate (next_at);

    create table acme_account (
      directory_url text primary key,
      private_key text not null
    );

    create table acme_challenge (
      token text primary key,
      key_authorization text not null,
      created_at timestamptz not null default now()
    );

    -- On-chain names, such as ENS, and what they last pointed to.
    create table name_domain (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      project_id uuid not null references project on delete cascade,
      service text not null check (service in ('ens', 'spaceid', 'sns')),
      name text not null,
      content text not null,
      owner text not null default '',
      state text not null default 'pending' check (state in ('pending', 'valid', 'invalid')),
      message text not null default '',
      current_content text not null default '',
      checked_at timestamptz,
      created_at timestamptz not null default now(),
      unique (team_id, service, name)
    );
    create index name_domain_newest on name_domain (team_id, created_at desc, id);
    create index name_domain_project on name_domain (project_id);

    insert into domain_version (version) values (1);

    create function note_domain_change() returns trigger language plpgsql as $$
    begin
      update domain_version set version = version + 1;
      return null;
    end $$;
    create trigger domain_deleted after delete on domain
      for each row when (old.state = 'valid') execute function note_domain_change();
    create trigger domain_changed
      after update of state, target_kind, target_id, redirect_to, redirect_code on domain
      for each row when (old.state = 'valid' or new.state = 'valid') execute function note_domain_change();

    create function delete_domains_of_target() returns trigger language plpgsql as $$
    begin
      delete from domain where target_kind = tg_argv[0] and target_id = old.id;
      return null;
    end $$;
    create trigger project_domains after delete on project
      for each row execute function delete_domains_of_target('project');
    create trigger gateway_domains after delete on gateway
      for each row execute function delete_domains_of_target('gateway');
    create trigger bucket_domains after delete on bucket
      for each row execute function delete_domains_of_target('bucket');

    create function release_hostname_of() returns trigger language plpgsql as $$
    begin
      delete from hostname where kind = tg_argv[0] and target_id = old.id::text;
      return null;
    end $$;
    create trigger gateway_hostname after delete on gateway
      for each row execute function release_hostname_of('gateway');
    create trigger bucket_hostname after delete on bucket
      for each row execute function release_hostname_of('bucket');
  `.execute(db);
};
