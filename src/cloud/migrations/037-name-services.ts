import { sql, type Kysely } from "kysely";

/** Names of name services on chains, and what they were last seen to lead to. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
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
  `.execute(db);
};
