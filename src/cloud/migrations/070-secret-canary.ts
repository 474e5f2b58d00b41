import { sql, type Kysely } from "kysely";

/** A value sealed by SECRET_KEY, by which each start recognizes the key. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table secret_canary (
      only_one boolean default true primary key check (only_one),
      sealed bytea not null
    );
  `.execute(db);
};
