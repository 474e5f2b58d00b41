import { sql, type Kysely } from "kysely";

/** Boost: nodes, what moved their points, and the tokens by which they are called. Points are kept in millionths. */
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
      created_at timestamptz not null default clock_timestamp()
    );
    create index boost_node_total on boost_node (total, id);
    create index boost_node_inviter on boost_node (inviter_id, created_at desc) where inviter_id is not null;

    create table boost_stage (
      node_id uuid not null references boost_node on delete cascade,
      stage text not null check (stage in ('storage', 'compute', 'network')),
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
      per_mille integer not null check (per_mille between 1 and 500),
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
  `.execute(db);
};
