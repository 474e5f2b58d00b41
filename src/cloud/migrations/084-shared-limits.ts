import { sql, type Kysely } from "kysely";

/** Processes lease units of every limit, and not only count calls: what the last lease granted, and the limit. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table call_count
      add column granted integer not null default 0,
      add column most integer not null default 0;
  `.execute(db);
};
