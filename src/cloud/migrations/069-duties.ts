import { sql, type Kysely } from "kysely";

/** Background tasks: who runs them, when they are due, and how the last run went. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table duty (
      name text primary key,
      scope text not null check (scope in ('cluster', 'process')),
      every text not null,
      next_at timestamptz not null default now(),
      is_woken boolean not null default false,
      holder uuid,
      lease_until timestamptz,
      started_at timestamptz,
      last_ms integer,
      last_error text,
      runs bigint not null default 0,
      failures bigint not null default 0
    );
  `.execute(db);
};
