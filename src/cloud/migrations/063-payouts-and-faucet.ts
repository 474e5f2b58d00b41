import { sql, type Kysely } from "kysely";

/** Airdrop shares that were paid out, and what the faucet has given today. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table boost_airdrop_share add column paid_at timestamptz, add column paid_to text;

    create table faucet_gift (
      day integer not null,
      receiver text not null,
      gifts integer not null,
      primary key (day, receiver)
    );
  `.execute(db);
};
