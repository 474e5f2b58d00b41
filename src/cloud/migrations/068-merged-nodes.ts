import { sql, type Kysely } from "kysely";

/** What merged Boost nodes keep: how much of an airdrop share was paid, and the node and number that prove a moved spin. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table boost_airdrop_share add column paid numeric(40, 0) not null default 0;
    update boost_airdrop_share set paid = share where paid_at is not null;
    alter table boost_airdrop_share add constraint boost_airdrop_share_paid check (paid between 0 and share);

    alter table boost_spin add column proof_node uuid, add column proof_number integer;
    alter table boost_spin add constraint boost_spin_proof check ((proof_node is null) = (proof_number is null));
  `.execute(db);
};
