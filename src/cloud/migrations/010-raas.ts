import { sql, type Kysely } from "kysely";

/** Rollups as teams order, pay for and end them. Their blocks are those of the rollup engine. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table rollup (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      name text not null,
      status smallint not null check (status >= 0 and status <= 5),
      fast_deploy boolean not null,
      framework text not null,
      da_layer text not null,
      settlement text not null,
      network text not null,
      chain_id bigint check (chain_id > 0),
      purchase_plan text,
      land numeric(78, 0) not null default 0 check (land >= 0),
      term_seconds bigint not null default 0 check (term_seconds >= 0),
      chain_logo text,
      favicon text,
      background text,
      footer_link text,
      email text,
      telegram text,
      x_id text,
      scheduling_link text,
      note text,
      step text not null default 'QUEUED',
      tries integer not null default 0,
      facts jsonb,
      paid_at timestamptz,
      expires_at timestamptz,
      ended text check (ended in ('terminated', 'expired', 'declined', 'unpaid')),
      kept_until timestamptz,
      removed_at timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    );
    create index rollup_of_team on rollup (team_id, created_at desc, id);
    create index rollup_newest on rollup (created_at desc, id);
    create index rollup_open on rollup (status, expires_at) where status <> 4;
    create index rollup_kept on rollup (kept_until) where removed_at is null;
    create unique index rollup_name on rollup (team_id, lower(name))
      where status <> 4 or (ended = 'expired' and removed_at is null);
    create unique index rollup_chain_id on rollup (chain_id) where removed_at is null;

    create table rollup_trial (
      team_id uuid primary key references team on delete cascade,
      rollup_id uuid not null,
      created_at timestamptz not null default clock_timestamp()
    );

    create table rollup_bill (
      id uuid primary key,
      rollup_id uuid not null references rollup on delete cascade,
      kind smallint not null check (kind in (0, 1)),
      seconds bigint not null,
      land numeric(78, 0) not null,
      created_at timestamptz not null,
      given_back_at timestamptz
    );
    create index rollup_bill_of on rollup_bill (rollup_id, created_at);

    -- Notices already sent, so that each is sent once.
    create table rollup_told (
      rollup_id uuid references rollup on delete cascade,
      kind text check (kind in ('week', 'day')),
      expires_at timestamptz,
      notice_id uuid,
      primary key (rollup_id, kind, expires_at)
    );

    create table rollup_faucet (
      rollup_id uuid references rollup on delete cascade,
      address text,
      given_at timestamptz not null,
      primary key (rollup_id, address)
    );
    create index rollup_faucet_old on rollup_faucet (given_at);

    create table rollup_abi (
      rollup_id uuid references rollup on delete cascade,
      address text,
      name text not null,
      abi text not null,
      primary key (rollup_id, address)
    );
  `.execute(db);
};
