import { sql, type Kysely } from "kysely";

/** The request that started a deployment: its ID and trace context, for the log lines and spans of the worker. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table deployment add column started_by jsonb`.execute(db);
};
