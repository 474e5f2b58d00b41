import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table domain (
      id uuid primary key,
      team_id uuid not null,
      project_id uuid not null references project on delete cascade,
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
      unique (team_id, name)
    );
    create unique index domain_holder on domain (name) where state = 'valid';
    create index domain_team on domain (team_id, created_at desc, id desc);
    create index domain_project on domain (project_id, created_at desc);
    create index domain_due on domain (next_check_at);
    create index domain_proof on domain (team_id, proof_name);

    create table domain_version (only_row boolean primary key default true check (only_row), version bigint not null);
    insert into domain_version (version) values (1);

    create function note_domain_change() returns trigger language plpgsql as $$
    begin
      update domain_version set version = version + 1;
      return null;
    end $$;
    create trigger domain_changed
      after update of state, project_id, redirect_to, redirect_code on domain
      for each row when (old.state = 'valid' or new.state = 'valid') execute function note_domain_change();
    create trigger domain_deleted
      after delete on domain
      for each row when (old.state = 'valid') execute function note_domain_change();

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
  `.execute(db);
};
