import { sql, type Kysely } from "kysely";

/** Boost. Points and dollars are kept in millionths, times in Unix seconds. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table boost_node (
      id uuid primary key,
      person_id uuid not null unique references person on delete cascade,
      origin text not null check (origin in ('web', 'tg')),
      inviter_id uuid references boost_node on delete set null,
      base_rate jsonb not null,
      boosts jsonb not null default '[]',
      rate_buff integer not null default 0 check (rate_buff >= 0),
      capacity numeric(40, 0) not null check (capacity > 0),
      computed numeric(60, 0) not null default 0 check (computed >= 0),
      compute_timestamp bigint not null,
      protect_expired_at bigint not null default -1,
      total numeric(40, 0) not null default 0,
      lost numeric(40, 0) not null default 0 check (lost >= 0),
      explore_day integer not null default 0,
      explore_used integer not null default 0 check (explore_used >= 0),
      explore_bought integer not null default 0 check (explore_bought >= 0),
      pre_activities jsonb not null default '[]',
      created_at timestamptz not null default clock_timestamp(),
      collect_day integer not null default 0,
      collect_days integer not null default 0,
      counted_at bigint,
      brings_spin boolean not null default true
    );
    create index boost_node_total on boost_node (total, id);
    create index boost_node_inviter on boost_node (inviter_id, created_at desc) where inviter_id is not null;
    create index boost_node_uncounted on boost_node (inviter_id, id) where inviter_id is not null and counted_at is null;

    create table boost_stage (
      node_id uuid references boost_node on delete cascade,
      stage text check (stage in ('storage', 'compute', 'network')),
      opened_at timestamptz not null default clock_timestamp(),
      primary key (node_id, stage)
    );

    create table boost_point (
      id bigint generated always as identity primary key,
      node_id uuid not null references boost_node on delete cascade,
      kind text not null,
      amount numeric(40, 0) not null,
      is_note boolean not null default false,
      name text,
      explorer_id uuid references boost_node on delete set null,
      created_at timestamptz not null default clock_timestamp()
    );
    create index boost_point_node on boost_point (node_id, id desc);
    create index boost_point_invite on boost_point (node_id, explorer_id) where kind = 'invite';
    create index boost_point_explorer on boost_point (explorer_id) where explorer_id is not null;

    create table boost_captcha (
      id uuid primary key,
      node_id uuid not null references boost_node on delete cascade,
      salt text not null,
      bits integer not null,
      expired_at bigint not null
    );
    create index boost_captcha_node on boost_captcha (node_id);
    create index boost_captcha_expired on boost_captcha (expired_at);

    create table boost_exploration (
      id uuid primary key,
      node_id uuid not null references boost_node on delete cascade,
      explored_id uuid not null references boost_node on delete cascade,
      per_mille integer not null check (per_mille >= 1 and per_mille <= 500),
      found numeric(40, 0) not null check (found >= 0),
      created_at bigint not null,
      expired_at bigint not null,
      collected_at bigint
    );
    create index boost_exploration_node on boost_exploration (node_id);
    create index boost_exploration_explored on boost_exploration (explored_id);
    create index boost_exploration_expired on boost_exploration (expired_at);

    create table boost_token (
      hash bytea primary key,
      node_id uuid not null references boost_node on delete cascade,
      session_id uuid references session on delete cascade,
      expires_at timestamptz not null
    );
    create index boost_token_node on boost_token (node_id);
    create index boost_token_expires on boost_token (expires_at);
    create index boost_token_session on boost_token (session_id);

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
      created_at timestamptz not null default now(),
      chat text
    );
    create index boost_task_newest on boost_task (created_at desc, id);

    create table boost_task_state (
      node_id uuid references boost_node on delete cascade,
      task_id text,
      period integer,
      opened_at bigint,
      claimed_at bigint,
      primary key (node_id, task_id, period)
    );
    create index boost_task_state_task on boost_task_state (task_id) where claimed_at is not null;

    create table boost_guess (
      node_id uuid references boost_node on delete cascade,
      day integer,
      wrong integer not null,
      primary key (node_id, day)
    );

    create table boost_sign (
      node_id uuid references boost_node on delete cascade,
      day integer,
      run integer not null check (run > 0),
      with_land boolean not null,
      primary key (node_id, day)
    );

    create table boost_exchange (
      node_id uuid primary key references boost_node on delete cascade,
      exchange text not null,
      uid text not null,
      address text not null,
      status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REFUSED')),
      note text,
      named_at timestamptz not null default now()
    );
    create unique index boost_exchange_account on boost_exchange (exchange, lower(uid)) where status <> 'REFUSED';
    create unique index boost_exchange_address on boost_exchange (lower(address)) where status <> 'REFUSED';
    create index boost_exchange_newest on boost_exchange (named_at desc, node_id);

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
      points_given numeric(40, 0) not null default 0,
      usd_each numeric(40, 0) not null default 0,
      usd_pot numeric(40, 0) not null default 0,
      usd_given numeric(40, 0) not null default 0,
      created_at timestamptz not null default now(),
      check (points_given <= points_pot),
      check (usd_given <= usd_pot)
    );
    create index boost_project_newest on boost_project (starts_at desc, id);

    create table boost_project_claim (
      project_id uuid references boost_project,
      node_id uuid references boost_node on delete cascade,
      kind text check (kind in ('POINTS', 'USDT')),
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
      shared numeric(40, 0) not null default 0,
      created_at timestamptz not null default now(),
      check (shared <= total)
    );
    create index boost_airdrop_snapshot on boost_airdrop (snapshot_at desc, id);

    create table boost_airdrop_share (
      airdrop_id uuid references boost_airdrop on delete cascade,
      node_id uuid references boost_node on delete cascade,
      points numeric(40, 0) not null,
      share numeric(40, 0) not null,
      paid_at timestamptz,
      paid_to text,
      paid numeric(40, 0) not null default 0,
      primary key (airdrop_id, node_id),
      constraint boost_airdrop_share_paid check (paid >= 0 and paid <= share)
    );
    create index boost_airdrop_share_node on boost_airdrop_share (node_id);

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
      proof_node uuid,
      proof_number integer,
      unique (node_id, number),
      constraint boost_spin_proof check ((proof_node is null) = (proof_number is null))
    );

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

    create table boost_stake (
      address text primary key,
      node_id uuid not null references boost_node on delete cascade,
      staked numeric(78, 0) not null,
      held numeric(78, 0) not null,
      nfts jsonb not null,
      block_number bigint not null,
      read_at timestamptz not null,
      embedded boolean not null default true
    );
    create index boost_stake_node on boost_stake (node_id);
    create index boost_stake_read on boost_stake (read_at);

    create table boost_stake_cursor (
      chain text primary key,
      next_block bigint not null
    );

    create table boost_partner_user (
      node_id uuid primary key references boost_node on delete cascade,
      telegram_user_id text not null,
      converted_at timestamptz
    );

    create table boost_partner_report (
      id uuid primary key,
      path text not null,
      body text not null,
      attempts integer not null default 0,
      due_at timestamptz not null default clock_timestamp(),
      created_at timestamptz not null default clock_timestamp()
    );
    create index boost_partner_report_due on boost_partner_report (due_at);
  `.execute(db);
};
