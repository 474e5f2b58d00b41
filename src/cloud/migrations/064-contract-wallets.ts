import { sql, type Kysely } from "kysely";

/** Wallets that are contracts: on which chain each proved itself. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table person_wallet add column contract_chain_id bigint`.execute(db);
};
