import { sql, type Kysely } from "kysely";

/** What the wallets of Boost's nodes have staked and hold, as the chain had it, how far the chain was watched, and reports to the partner. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table boost_stake (
      address text primary key,
      node_id uuid not null references boost_node on delete cascade,
      staked numeric(78, 0) not null,
      held numeric(78, 0) not null,
      nfts jsonb not null,
      block_number bigint not null,
      read_at timestamptz not null
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
