import { sql, type Kysely } from "kysely";

/** Processes of the instance, each reported by itself. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table process (
      id uuid primary key,
      name text not null,
      host text not null,
      roles text not null,
      version text not null,
      memory bigint not null,
      started_at timestamptz not null,
      seen_at timestamptz not null default now()
    );
  `.execute(db);
};
