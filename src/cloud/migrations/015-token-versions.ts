import { sql, type Kysely } from "kysely";

/** Versions of memberships' tokens: who leaves a team and joins it again never gets one twice. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create sequence membership_token_version as integer start with 2`.execute(db);
};
