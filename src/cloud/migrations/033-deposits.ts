import { sql, type Kysely } from "kysely";

/** What the cloud has seen of the chains, what people paid there, who is activated, and what browsers report of their chains. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await watching(db);
  await money(db);
  await people(db);
};

const watching = (db: Kysely<unknown>) =>
  sql`
    create table chain_cursor (
      chain text primary key,
      next_block bigint not null
    );

    create table chain_block (
      chain text not null,
      number bigint not null,
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
      unique (chain, tx_hash, position)
    );
    create index chain_event_open on chain_event (chain, block_number) where status = 'SEEN';
    create index chain_event_canonical on chain_event (chain, block_number) where status in ('SEEN', 'SETTLED');
  `.execute(db);

/**
 * Deposits come from chains, and from other networks that keep their own account of what has arrived. They outlive the team they were
 * credited to, as the ledger does.
 */
const money = (db: Kysely<unknown>) =>
  sql`
    create table deposit (
      id uuid primary key,
      network text not null,
      tx_hash text not null,
      account text not null,
      team_id uuid,
      coin text not null,
      coin_amount numeric(78, 0) not null,
      usd numeric(78, 0) not null,
      land numeric(78, 0) not null check (land > 0),
      status text not null check (status in ('PENDING', 'DROPPED', 'CREDITED', 'SUSPENSE', 'REVERSED')),
      round integer not null default 0,
      created_at timestamptz not null default now(),
      credited_at timestamptz
    );
    create index deposit_team on deposit (team_id, created_at desc, id);
    create index deposit_newest on deposit (created_at desc, id);
    create index deposit_status on deposit (status, created_at desc, id) where status in ('PENDING', 'SUSPENSE', 'REVERSED');
    create index deposit_transaction on deposit (tx_hash);

    create table first_deposit (
      team_id uuid primary key references team on delete cascade,
      deposit_id uuid not null,
      points integer not null,
      created_at timestamptz not null default now()
    );

    create table purchase (
      id uuid primary key,
      network text not null,
      tx_hash text not null,
      account text not null,
      team_id uuid,
      resource text not null,
      amount numeric(78, 0) not null,
      until timestamptz,
      usd numeric(78, 0) not null,
      coin_amount numeric(78, 0) not null,
      status text not null check (status in ('PENDING', 'DROPPED', 'GRANTED', 'SUSPENSE', 'REVERSED')),
      round integer not null default 0,
      created_at timestamptz not null default now(),
      granted_at timestamptz
    );
    create index purchase_team on purchase (team_id, created_at desc, id);
  `.execute(db);

const people = (db: Kysely<unknown>) =>
  sql`
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
  `.execute(db);
