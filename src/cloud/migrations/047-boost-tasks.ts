import { sql, type Kysely } from "kysely";

/** Tasks, signs, exchange accounts, projects and airdrops of Boost. Points and dollars are kept in millionths, times in Unix seconds. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await tasks(db);
  await projects(db);
};

const tasks = (db: Kysely<unknown>) =>
  sql`
    create table boost_task (
      id uuid primary key,
      task_group text not null,
      name text not null,
      description text not null,
      icon text not null,
      press text not null,
      link text,
      proof text not null,
      goal integer not null check (goal > 0),
      wait_seconds integer not null check (wait_seconds >= 0),
      reward_kind text not null check (reward_kind in ('points', 'rate', 'spin')),
      reward_amount integer not null check (reward_amount > 0),
      kind text not null,
      secret bytea,
      addresses text[],
      starts_at bigint,
      ends_at bigint,
      created_at timestamptz not null default now()
    );
    create index boost_task_newest on boost_task (created_at desc, id);

    create table boost_task_state (
      node_id uuid not null references boost_node on delete cascade,
      task_id text not null,
      period integer not null,
      opened_at bigint,
      claimed_at bigint,
      primary key (node_id, task_id, period)
    );
    create index boost_task_state_task on boost_task_state (task_id) where claimed_at is not null;

    create table boost_guess (
      node_id uuid not null references boost_node on delete cascade,
      day integer not null,
      wrong integer not null,
      primary key (node_id, day)
    );

    create table boost_sign (
      node_id uuid not null references boost_node on delete cascade,
      day integer not null,
      run integer not null check (run > 0),
      with_land boolean not null,
      primary key (node_id, day)
    );

    create table boost_exchange (
      node_id uuid primary key references boost_node on delete cascade,
      exchange text not null,
      uid text not null,
      address text not null
    );
    create unique index boost_exchange_account on boost_exchange (lower(exchange), uid);
  `.execute(db);

const projects = (db: Kysely<unknown>) =>
  sql`
    create table boost_project (
      id uuid primary key,
      name text not null,
      description text not null,
      logo text,
      link text,
      starts_at bigint not null,
      ends_at bigint not null,
      least_points numeric(40, 0) not null default 0,
      points_each numeric(40, 0) not null default 0,
      points_pot numeric(40, 0) not null default 0,
      points_given numeric(40, 0) not null default 0 check (points_given <= points_pot),
      usd_each numeric(40, 0) not null default 0,
      usd_pot numeric(40, 0) not null default 0,
      usd_given numeric(40, 0) not null default 0 check (usd_given <= usd_pot),
      created_at timestamptz not null default now()
    );
    create index boost_project_newest on boost_project (starts_at desc, id);

    create table boost_project_claim (
      project_id uuid not null references boost_project,
      node_id uuid not null references boost_node on delete cascade,
      kind text not null check (kind in ('POINTS', 'USDT')),
      amount numeric(40, 0) not null,
      claimed_at bigint not null,
      primary key (project_id, node_id, kind)
    );
    create index boost_project_claim_node on boost_project_claim (node_id);

    create table boost_airdrop (
      id uuid primary key,
      name text not null,
      total numeric(40, 0) not null check (total > 0),
      snapshot_at bigint not null,
      frozen_at bigint,
      shared numeric(40, 0) not null default 0 check (shared <= total),
      created_at timestamptz not null default now()
    );
    create index boost_airdrop_snapshot on boost_airdrop (snapshot_at desc, id);

    create table boost_airdrop_share (
      airdrop_id uuid not null references boost_airdrop on delete cascade,
      node_id uuid not null references boost_node on delete cascade,
      points numeric(40, 0) not null,
      share numeric(40, 0) not null,
      primary key (airdrop_id, node_id)
    );
    create index boost_airdrop_share_node on boost_airdrop_share (node_id);
  `.execute(db);
