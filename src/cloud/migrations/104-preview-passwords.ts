import { sql, type Kysely } from "kysely";

/** The password that the branch previews of a project ask for. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table project add column preview_password bytea`.execute(db);
  await sql`comment on column project.preview_password is 'A salted scrypt hash; null without a password.'`.execute(db);
};
