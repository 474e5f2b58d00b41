import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table person (
      id uuid primary key,
      address text not null unique,
      wallet_type text not null,
      username text not null,
      created_at timestamptz not null default now()
    );

    create table team (
      id uuid primary key,
      name text not null,
      owner_id uuid not null references person,
      welcomed_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index team_owner on team (owner_id);

    create table membership (
      team_id uuid not null references team on delete cascade,
      person_id uuid not null references person on delete cascade,
      type text not null check (type in ('INDIVIDUAL', 'COLLABORATION')),
      status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
      access text[] not null default '{}',
      token_version integer not null default 1,
      created_at timestamptz not null default now(),
      primary key (team_id, person_id)
    );
    create unique index membership_own_team on membership (person_id) where type = 'INDIVIDUAL';
    create index membership_person on membership (person_id);

    create table sign_in_request (
      nonce text primary key,
      address text not null,
      message text not null,
      expires_at timestamptz not null
    );
    create index sign_in_request_address on sign_in_request (address, expires_at desc);
    create index sign_in_request_expiry on sign_in_request (expires_at);

    create table sign_in_token (
      hash bytea primary key,
      person_id uuid not null references person on delete cascade,
      expires_at timestamptz not null
    );
    create index sign_in_token_expiry on sign_in_token (expires_at);

    create table session (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      revoked_at timestamptz,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index session_person on session (person_id);
    create index session_expiry on session (expires_at);

    create table refresh_token (
      hash bytea primary key,
      session_id uuid not null references session on delete cascade,
      used_at timestamptz,
      expires_at timestamptz not null
    );
    create index refresh_token_session on refresh_token (session_id);

    create table signing_key (
      kid text primary key,
      private_jwk jsonb not null,
      created_at timestamptz not null default now()
    );
  `.execute(db);
};
