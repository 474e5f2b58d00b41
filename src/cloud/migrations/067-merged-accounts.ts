import { sql, type Kysely } from "kysely";

/** What still names an account that was merged into another one: its id on chains, its invite code, and its ledger history. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table merged_person (
      id uuid primary key,
      person_id uuid not null references person (id) on delete cascade,
      invite_code text unique,
      merged_at timestamptz not null default now()
    );
    create index merged_person_person on merged_person (person_id);

    alter table ledger_account add column merged_into uuid;
    create unique index ledger_account_merged on ledger_account (merged_into, unit) where merged_into is not null;
  `.execute(db);
};
