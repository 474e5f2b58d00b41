import { sql, type Kysely } from "kysely";

/** The blocks of the cloud's own EVM chains, what waits for the next one, and the keys of the cloud's accounts there. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table evm_block (
      chain text not null,
      number integer not null,
      timestamp bigint not null,
      transactions bytea[] not null,
      hash text,
      primary key (chain, number)
    );
    create index evm_block_used on evm_block (chain, number) where cardinality(transactions) > 0;

    create sequence evm_pending_seq;
    create table evm_pending (
      chain text not null,
      sender text not null,
      nonce bigint not null,
      seq bigint not null default nextval('evm_pending_seq'),
      hash text not null,
      gas_limit bigint not null,
      raw bytea not null,
      created_at timestamptz not null default now(),
      primary key (chain, sender, nonce)
    );
    create index evm_pending_order on evm_pending (chain, seq);

    create table evm_key (
      only_one boolean primary key default true check (only_one),
      genesis_at bigint not null,
      addresses jsonb not null,
      sealed bytea not null
    );
  `.execute(db);
};
