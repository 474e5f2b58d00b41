import { sql, type Kysely } from "kysely";

/** Rewards that need proof: invitees that count, exchange accounts that operators approve, memberships, stakes of public chains. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await invitees(db);
  await exchangeAccounts(db);
  await sql`
    alter table boost_task add column chat text;
    alter table boost_stake add column embedded boolean not null default true;
  `.execute(db);
};

/** Inviters of existing invitees have received their spin; milestones and airdrops count these invitees like new ones. */
const invitees = (db: Kysely<unknown>) =>
  sql`
    alter table boost_node
      add column collect_day integer not null default 0,
      add column collect_days integer not null default 0,
      add column counted_at bigint,
      add column brings_spin boolean not null default true;
    update boost_node set collect_day = collected.last_day, collect_days = collected.days
      from (
        select node_id, max(day) as last_day, count(distinct day)::int as days
        from (
          select node_id, floor(extract(epoch from created_at) / 86400)::int as day
          from boost_point where kind = 'collect' and not is_note
        ) as collect group by node_id
      ) as collected
      where collected.node_id = boost_node.id;
    update boost_node set brings_spin = false where inviter_id is not null;
    create index boost_node_uncounted on boost_node (inviter_id, id) where inviter_id is not null and counted_at is null;
  `.execute(db);

/** Of several nodes that named one account, the one that was rewarded keeps it. */
const exchangeAccounts = (db: Kysely<unknown>) =>
  sql`
    drop index boost_exchange_account;
    alter table boost_exchange
      add column status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REFUSED')),
      add column note text,
      add column named_at timestamptz not null default now();
    update boost_exchange set exchange = lower(regexp_replace(exchange, '[^a-zA-Z0-9]', '', 'g'));
    update boost_exchange set status = 'APPROVED' where exists (
      select 1 from boost_task_state as state
      where state.node_id = boost_exchange.node_id and state.task_id = 'bind_exchange' and state.claimed_at is not null
    );
    update boost_exchange set status = 'REFUSED', note = 'Another node has this account.'
      from (
        select node_id,
          row_number() over (partition by exchange, lower(uid) order by status, node_id) as of_account,
          row_number() over (partition by lower(address) order by status, node_id) as of_address
        from boost_exchange
      ) as places
      where places.node_id = boost_exchange.node_id and (of_account > 1 or of_address > 1);
    create unique index boost_exchange_account on boost_exchange (exchange, lower(uid)) where status <> 'REFUSED';
    create unique index boost_exchange_address on boost_exchange (lower(address)) where status <> 'REFUSED';
    create index boost_exchange_newest on boost_exchange (named_at desc, node_id);
  `.execute(db);
