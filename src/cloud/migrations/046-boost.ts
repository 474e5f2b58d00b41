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
      created_at timestamptz not null default clock_timestamp()
    );
    create index boost_node_total on boost_node (total desc, id);
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
      name text,
      explorer_id uuid references boost_node on delete set null,
      created_at timestamptz not null default clock_timestamp()
    );
    create index boost_point_node on boost_point (node_id, id desc);

    create table boost_token (
      hash bytea primary key,
      node_id uuid not null references boost_node on delete cascade,
      session_id uuid references session on delete cascade,
      expires_at timestamptz not null
    );
    create index boost_token_node on boost_token (node_id);
    create index boost_token_session on boost_token (session_id);
  `.execute(db);
};
