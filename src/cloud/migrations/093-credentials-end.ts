import { sql, type Kysely } from "kysely";

/** Storage credentials of a session end with it, and a download link with its maker's access. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table access_key add column session_id uuid;
    alter table bucket_download add column person_id uuid;
  `.execute(db);
};
