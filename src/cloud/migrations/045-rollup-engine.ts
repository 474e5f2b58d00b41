import { sql, type Kysely } from "kysely";

/** The rollups engine: chains of people's own, what of them stands on the chains they settle on, and what their roles have written. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table rollup_chain (
      id uuid primary key,
      chain_id bigint not null unique,
      name text not null,
      framework text not null,
      settlement text not null,
      genesis_at bigint not null,
      withdraw_period integer not null,
      addresses jsonb not null,
      sealed bytea not null,
      state text not null default 'MAKING' check (state in ('MAKING', 'RUNNING', 'STOPPED')),
      settled_block integer not null default 0,
      seen_block integer not null default 0,
      batched integer not null default 0,
      batch_at bigint,
      proposed integer not null default 0,
      gas_price numeric(78, 0) not null default 0,
      created_at timestamptz not null default now()
    );
    create index rollup_chain_settlement on rollup_chain (settlement) where state <> 'STOPPED';

    create table rollup_log (
      rollup_id uuid not null references rollup_chain on delete cascade,
      role text not null check (role in ('sequencer', 'batcher', 'proposer')),
      line integer not null,
      content text not null,
      at timestamptz not null default clock_timestamp(),
      primary key (rollup_id, role, line)
    );

    create table rollup_output (
      rollup_id uuid not null references rollup_chain on delete cascade,
      index integer not null,
      block integer not null,
      at bigint not null,
      primary key (rollup_id, index)
    );

    create table rollup_deposit (
      rollup_id uuid not null references rollup_chain on delete cascade,
      index integer not null,
      sender text not null,
      recipient text not null,
      amount numeric(78, 0) not null,
      hash text not null,
      at bigint not null,
      paid_hash text,
      primary key (rollup_id, index)
    );
    create index rollup_deposit_open on rollup_deposit (rollup_id, index) where paid_hash is null;
    create index rollup_deposit_sender on rollup_deposit (rollup_id, sender, index);
    create index rollup_deposit_recipient on rollup_deposit (rollup_id, recipient, index);

    create table rollup_withdrawal (
      rollup_id uuid not null references rollup_chain on delete cascade,
      index integer not null,
      sender text not null,
      recipient text not null,
      amount numeric(78, 0) not null,
      hash text not null,
      block integer not null,
      at bigint not null,
      root text not null,
      paid_hash text,
      primary key (rollup_id, index)
    );
    create index rollup_withdrawal_block on rollup_withdrawal (rollup_id, block, index);
    create index rollup_withdrawal_sender on rollup_withdrawal (rollup_id, sender, index);
    create index rollup_withdrawal_recipient on rollup_withdrawal (rollup_id, recipient, index);
  `.execute(db);
};
