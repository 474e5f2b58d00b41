import { sql, type Kysely } from "kysely";

/** People who come from the messaging app, who may have no wallet; what its bot tells them, each once; and the partner's campaigns they came by. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table person alter column address drop not null;
    alter table person alter column wallet_type drop not null;
    alter table person add constraint person_wallet_whole check ((address is null) = (wallet_type is null));

    create table person_messaging (
      user_id bigint primary key,
      person_id uuid not null unique references person on delete cascade,
      created_at timestamptz not null default now()
    );

    -- A chat exists from its first message on, before anybody signs in.
    create table messaging_chat (
      user_id bigint primary key,
      stopped_at timestamptz,
      blocked_at timestamptz,
      created_at timestamptz not null default now()
    );

    create table messaging_letter (
      key text primary key,
      user_id bigint not null,
      content jsonb not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    );
    create index messaging_letter_waiting on messaging_letter (next_at) where state = 'WAITING';
    create index messaging_letter_age on messaging_letter (created_at);

    create table messaging_start (
      person_id uuid primary key references person on delete cascade,
      partner jsonb not null,
      created_at timestamptz not null default now()
    );
  `.execute(db);
};
