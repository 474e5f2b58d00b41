import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table repository (
      id uuid primary key,
      team_id uuid not null,
      namespace text not null,
      name text not null,
      default_branch text not null,
      framework text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (namespace, name)
    );
    create index repository_team on repository (team_id, updated_at desc, id desc);
  `.execute(db);
};
