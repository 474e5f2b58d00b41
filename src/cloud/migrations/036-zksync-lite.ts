import { sql, type Kysely } from "kysely";

/** The cloud's own ledger that speaks as zkSync Lite did: who has how much, and how that came about. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create sequence zksync_account_seq start 2;
    create table zksync_account (
      address text primary key,
      id integer not null unique default nextval('zksync_account_seq'),
      balance numeric(78, 0) not null default 0 check (balance >= 0),
      nonce bigint not null default 0,
      key_hash text
    );

    create table zksync_transaction (
      block integer primary key,
      hash text not null unique,
      sender text not null,
      recipient text not null,
      op jsonb not null,
      created_at timestamptz not null default now()
    );
    create index zksync_transaction_sender on zksync_transaction (sender, block desc);
    create index zksync_transaction_recipient on zksync_transaction (recipient, block desc);
  `.execute(db);
};
