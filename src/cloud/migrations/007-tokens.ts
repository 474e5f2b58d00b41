import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table auth_token (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      person_id uuid not null references person on delete cascade,
      name text not null,
      hash bytea not null unique,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index auth_token_team on auth_token (team_id, created_at desc);
  `.execute(db);
};
