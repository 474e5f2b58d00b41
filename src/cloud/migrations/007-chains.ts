import { sql, type Kysely } from "kysely";

/** What the server has read from chains, and the keys it signs with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table evm_key (
      only_one boolean default true primary key check (only_one),
      genesis_at bigint not null,
      addresses jsonb not null,
      sealed bytea not null
    );

    -- How far each chain was read.
    create table chain_cursor (
      chain text primary key,
      next_block bigint not null
    );

    create table chain_block (
      chain text,
      number bigint,
      hash text not null,
      primary key (chain, number)
    );

    create table chain_event (
      id uuid primary key,
      chain text not null,
      tx_hash text not null,
      position integer not null,
      kind text not null check (kind in ('MINT', 'PURCHASE', 'REGISTER')),
      block_number bigint not null,
      block_hash text not null,
      fields jsonb not null,
      status text not null check (status in ('SEEN', 'ORPHANED', 'SETTLED', 'REVERSED')),
      round integer not null default 0,
      seen_at timestamptz not null default now(),
      settled_at timestamptz,
      unique (chain, tx_hash, "position")
    );
    create index chain_event_open on chain_event (chain, block_number) where status = 'SEEN';
    create index chain_event_canonical on chain_event (chain, block_number) where status in ('SEEN', 'SETTLED');

    create table activation (
      person_id uuid primary key references person on delete cascade,
      event_id uuid not null,
      chain text not null,
      tx_hash text not null,
      wallet text not null,
      created_at timestamptz not null default now()
    );

    create table chain_report (
      id uuid primary key,
      person_id uuid references person on delete cascade,
      kind text not null check (kind in ('ERROR', 'RECHARGE')),
      chain text,
      content jsonb not null,
      created_at timestamptz not null default now()
    );
    create index chain_report_newest on chain_report (created_at desc);

    create table faucet_gift (
      day integer,
      receiver text,
      gifts integer not null,
      primary key (day, receiver)
    );
  `.execute(db);
};
