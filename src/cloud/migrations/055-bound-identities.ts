import { sql, type Kysely } from "kysely";

/** Emails that belong to the user who caused them, messaging ids bound to the user who made them up, and init data that works once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table mail add column asked_by uuid references person on delete set null;
    create index mail_asked_by on mail (asked_by, created_at desc);
    create index mail_recipient on mail (recipient, created_at desc);

    create table messaging_emulated (
      user_id bigint primary key,
      person_id uuid not null references person on delete cascade,
      created_at timestamptz not null default now()
    );
    create index messaging_emulated_person on messaging_emulated (person_id);

    create table messaging_used (
      hash bytea primary key,
      expires_at timestamptz not null
    );
    create index messaging_used_expiry on messaging_used (expires_at);
  `.execute(db);
};
