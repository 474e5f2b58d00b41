import { sql, type Kysely } from "kysely";

/** Finds the registrations of a wallet. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index chain_event_wallet on chain_event (lower(fields ->> 'account')) where kind = 'REGISTER'`.execute(
    db,
  );
};
