import { sql, type Kysely } from "kysely";

/** Keys of the AI RPC, what was requested with them, and the assistant's index of the documentation. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table ai_key (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text not null,
      hash bytea not null unique,
      hint text not null,
      is_active boolean not null default true,
      limit_month numeric(78, 0) check (limit_month >= 0),
      limit_week numeric(78, 0) check (limit_week >= 0),
      limit_day numeric(78, 0) check (limit_day >= 0),
      models text[] not null default '{}',
      is_playground boolean not null default false,
      created_at timestamptz not null default clock_timestamp()
    );
    create index ai_key_team on ai_key (team_id, created_at);
    create unique index ai_key_playground on ai_key (team_id) where is_playground;

    create table ai_key_day (
      key_id uuid references ai_key on delete cascade,
      day date,
      land numeric(78, 0) not null,
      primary key (key_id, day)
    );

    create table ai_call (
      id uuid primary key,
      key_id uuid not null references ai_key on delete cascade,
      model text not null,
      held numeric(78, 0) not null,
      outcome text not null default 'open' check (outcome in ('open', 'done', 'broken', 'failed')),
      input_tokens bigint not null default 0,
      output_tokens bigint not null default 0,
      cost numeric(78, 0) not null default 0,
      first_token_ms integer,
      speed double precision,
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null
    );
    create index ai_call_key on ai_call (key_id, created_at desc, id);
    create index ai_call_open on ai_call (key_id) where outcome = 'open';
    create index ai_call_old on ai_call (created_at);

    create table assistant_passage (
      id integer primary key,
      document text not null,
      title text not null,
      anchor text not null,
      heading text not null,
      text text not null,
      weight real not null,
      terms tsvector not null
    );
    create index assistant_passage_terms on assistant_passage using gin (terms);

    create table assistant_index (
      is_only boolean default true primary key check (is_only),
      hash text not null
    );
  `.execute(db);
};
