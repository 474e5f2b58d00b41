import { sql, type Kysely } from "kysely";

/** Calls per address within a minute, counted by all processes. Unlogged: a crash may reset the counts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create unlogged table call_count (
      call text,
      caller text,
      calls integer not null,
      ends_at timestamptz not null,
      primary key (call, caller)
    );
    create index call_count_ended on call_count (ends_at);
  `.execute(db);
};
