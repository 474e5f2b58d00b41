import { sql, type Kysely } from "kysely";

/** Several wallets a person, pictures, what a session tells of its device, and signing in with a code-hosting account. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table person_wallet (
      address text primary key,
      person_id uuid not null references person on delete cascade,
      wallet_type text not null,
      created_at timestamptz not null default now()
    );
    create index person_wallet_person on person_wallet (person_id, created_at);
    insert into person_wallet (address, person_id, wallet_type, created_at)
      select address, id, wallet_type, created_at from person;
    alter table sign_in_request add column person_id uuid references person on delete cascade;

    create table avatar (
      id uuid primary key,
      person_id uuid not null unique references person on delete cascade,
      type text not null,
      bytes bytea not null,
      created_at timestamptz not null default now()
    );
    alter table person add column avatar_id uuid;

    alter table session add column user_agent text not null default '';
    alter table session add column ip text not null default '';
    alter table session add column last_used_at timestamptz not null default now();
    update session set last_used_at = created_at;
    create table ended_session (
      id uuid primary key,
      reason text not null,
      expires_at timestamptz not null
    );
    create index ended_session_expiry on ended_session (expires_at);

    -- One account at the code host is one person's: who linked it first keeps it.
    delete from code_host_account later using code_host_account first
      where later.external_id = first.external_id
        and (later.created_at, later.person_id) > (first.created_at, first.person_id);
    create unique index code_host_account_external on code_host_account (external_id);
    alter table code_host_request alter column person_id drop not null;
    alter table code_host_request add column browser_hash bytea;
    create table code_host_detected (
      code_hash bytea primary key,
      browser_hash bytea not null,
      external_id text not null,
      login text not null,
      sealed_token bytea not null,
      expires_at timestamptz not null
    );
    create index code_host_detected_expiry on code_host_detected (expires_at);
  `.execute(db);
};
