import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Only our own host's repositories are found by their path; two teams may read the same one of another host.
    alter table repository drop constraint repository_namespace_name_key;
    create unique index repository_path on repository (namespace, name) where provider = 'LOCAL';
    alter table repository add column fetched_at timestamptz;

    create table code_host_request (
      state_hash bytea primary key,
      person_id uuid not null references person on delete cascade,
      sealed_verifier bytea not null,
      redirect_uri text not null,
      return_to text not null,
      expires_at timestamptz not null
    );
    create index code_host_request_expiry on code_host_request (expires_at);

    create table code_host_account (
      person_id uuid primary key references person on delete cascade,
      external_id text not null,
      login text not null,
      sealed_token bytea not null,
      created_at timestamptz not null default now()
    );

    create table code_host_hook (
      repository_id uuid primary key references repository on delete cascade,
      person_id uuid not null,
      sealed_secret bytea not null,
      hook_id text,
      created_at timestamptz not null default now()
    );
  `.execute(db);
};
