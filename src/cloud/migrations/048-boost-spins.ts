import { sql, type Kysely } from "kysely";

/** Boost: spins, the USDT that they and projects bring, and its way out. Amounts are millionths of a dollar or of a point. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await balances(db);
  await spins(db);
  await withdrawals(db);
};

const balances = (db: Kysely<unknown>) =>
  sql`
    create table boost_usdt_balance (
      node_id uuid primary key references boost_node on delete cascade,
      amount numeric(40, 0) not null check (amount >= 0)
    );

    create table boost_usdt (
      id bigint generated always as identity primary key,
      node_id uuid not null references boost_node on delete cascade,
      kind text not null,
      amount numeric(40, 0) not null,
      project_id text,
      withdrawal_id uuid,
      created_at timestamptz not null default clock_timestamp()
    );
    create index boost_usdt_node on boost_usdt (node_id, id desc);
    create index boost_usdt_withdrawal on boost_usdt (withdrawal_id) where withdrawal_id is not null;
  `.execute(db);

const spins = (db: Kysely<unknown>) =>
  sql`
    create table boost_spinner (
      node_id uuid primary key references boost_node on delete cascade,
      granted integer not null default 0 check (granted >= 0),
      spins integer not null default 0,
      seed text not null,
      round_id uuid
    );

    create table boost_round (
      id uuid primary key,
      node_id uuid not null references boost_node on delete cascade,
      starts_at bigint not null,
      spins integer not null default 0,
      cash numeric(40, 0) not null default 0 check (cash >= 0),
      unique (node_id, starts_at)
    );

    create table boost_spin (
      id bigint generated always as identity primary key,
      node_id uuid not null references boost_node on delete cascade,
      round_id uuid not null references boost_round on delete cascade,
      number integer not null,
      reward_type text not null,
      amount numeric(40, 0) not null,
      seed text not null,
      luck text not null,
      created_at timestamptz not null default clock_timestamp(),
      unique (node_id, number)
    );
  `.execute(db);

const withdrawals = (db: Kysely<unknown>) =>
  sql`
    create table boost_withdrawal (
      id uuid primary key,
      node_id uuid not null references boost_node on delete cascade,
      amount numeric(40, 0) not null check (amount > 0),
      address text not null,
      account text not null,
      status text not null check (status in ('PENDING', 'REVIEW', 'SENT', 'REFUSED')),
      reason text,
      note text,
      created_at timestamptz not null,
      decided_at timestamptz,
      nano numeric(40, 0),
      wallet text,
      seqno bigint,
      valid_until bigint,
      boc bytea,
      tx_hash text,
      sent_at timestamptz
    );
    create index boost_withdrawal_node on boost_withdrawal (node_id, created_at desc);
    create index boost_withdrawal_account on boost_withdrawal (account);
    create index boost_withdrawal_status on boost_withdrawal (status, created_at);
  `.execute(db);
