import { sql, type Kysely } from "kysely";

/** E-mail addresses of people, what they want to be told, balance alerts, and the webhooks of teams. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table mail drop constraint mail_state_check;
    alter table mail add constraint mail_state_check check (state in ('waiting', 'sent', 'failed', 'kept'));
    alter table mail add column attempts int not null default 0;

    create table email (
      person_id uuid primary key references person on delete cascade,
      address text not null unique,
      confirmed_at timestamptz not null default now()
    );

    create table email_request (
      person_id uuid primary key references person on delete cascade,
      address text not null,
      hash bytea not null,
      tries int not null default 0,
      sent_at timestamptz not null default now(),
      expires_at timestamptz not null
    );

    create table email_sending (
      person_id uuid not null references person on delete cascade,
      address text not null,
      sent_at timestamptz not null default now()
    );
    create index email_sending_person on email_sending (person_id, sent_at);
    create index email_sending_address on email_sending (address, sent_at);

    create table letter_choice (
      person_id uuid primary key references person on delete cascade,
      letters jsonb not null
    );

    create table balance_alert (
      team_id uuid primary key references team on delete cascade,
      active boolean not null,
      percent_left int not null check (percent_left between 1 and 99),
      land_left numeric(78, 0)
    );

    create table allowance_low (
      team_id uuid not null references team on delete cascade,
      resource text not null,
      since timestamptz not null default now(),
      primary key (team_id, resource)
    );

    create table webhook (
      team_id uuid primary key references team on delete cascade,
      url text not null,
      events text[] not null,
      active boolean not null,
      secret bytea not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table webhook_delivery (
      id uuid primary key,
      team_id uuid not null references webhook on delete cascade,
      event text not null,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts int not null default 0,
      status int,
      problem text not null default '',
      duration_ms int,
      created_at timestamptz not null default clock_timestamp(),
      attempted_at timestamptz
    );
    create index webhook_delivery_team on webhook_delivery (team_id, created_at desc);
  `.execute(db);
};
