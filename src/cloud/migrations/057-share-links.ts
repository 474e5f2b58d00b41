import { sql, type Kysely } from "kysely";

/** The one object that a shared link reads. Links from before were limited to a prefix, and read every key that began with it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table access_key add column object_key text check (object_key is null or kind = 'SESSION');
    update access_key set object_key = prefixes[1], prefixes = '{}' where kind = 'SESSION' and cardinality(prefixes) = 1;
  `.execute(db);
};
