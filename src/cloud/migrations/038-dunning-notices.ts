import { sql, type Kysely } from "kysely";

/** What was said to teams whose packages and LAND are used up: each step once for each time it began. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table dunning_notice (
      team_id uuid not null references team on delete cascade,
      began_at timestamptz not null,
      step text not null check (step in ('refused', 'unserved', 'overdue')),
      notice_id uuid not null,
      told_at timestamptz not null default now(),
      primary key (team_id, began_at, step)
    );
  `.execute(db);
};
