import { sql, type Kysely } from "kysely";

/** Whoever chose an alert before there was a balance gets the usual warning of a low one. Nobody could choose none. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    update balance_alert set land_left = 500000 * 1e18 where land_left is null;
  `.execute(db);
};
