import { sql, type Kysely } from "kysely";

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
      touched_at timestamptz not null default now()
    );
    create index upload_team on upload (team_id);
    create index upload_touched on upload (touched_at);

    create table hostname (
      label text primary key,
      kind text not null,
      target_id text not null,
      created_at timestamptz not null default now()
    );
    create index hostname_target on hostname (kind, target_id);
  `.execute(db);
};
