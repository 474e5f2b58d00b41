import { sql, type Kysely } from "kysely";

/** Whether an upload may contain files that are usually secret. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table upload add column secrets boolean not null default true`.execute(db);
};
