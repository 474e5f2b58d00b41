import { sql, type Kysely } from "kysely";

/**
 * Workers: the folder that each one owns below DATA_DIR, and until when it counts as running. The version before still writes
 * deployment.seen_at, so a later migration drops it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table worker (
      folder uuid primary key,
      holder text not null unique,
      name text not null,
      tags text[] not null default '{}',
      lease_until timestamptz not null
    );
    alter table project add column build_tags text[] not null default '{}';
  `.execute(db);
};
