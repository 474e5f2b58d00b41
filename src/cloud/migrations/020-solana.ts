import { sql, type Kysely } from "kysely";

/** The embedded Solana chain's history, and the addresses people have linked. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table solana_transaction (
      slot integer primary key,
      signature text not null unique,
      kind text not null check (kind in ('transaction', 'airdrop')),
      raw bytea,
      lamports numeric,
      accounts text[] not null,
      memo text,
      created_at timestamptz not null default now()
    );
    create index solana_transaction_accounts on solana_transaction using gin (accounts);

    create table person_solana (
      person_id uuid primary key references person on delete cascade,
      address text not null unique,
      created_at timestamptz not null default now()
    );

    create table solana_request (
      person_id uuid primary key references person on delete cascade,
      address text not null,
      message text not null,
      expires_at timestamptz not null
    );
  `.execute(db);
};
