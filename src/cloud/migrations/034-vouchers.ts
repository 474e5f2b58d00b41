import { sql, type Kysely } from "kysely";

/** Codes that operators give out. What was redeemed outlives the team, as the ledger does. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table voucher (
      id uuid primary key,
      code_hash bytea not null unique,
      code_ending text not null,
      gives text not null,
      amount numeric(78, 0) not null check (amount > 0),
      days integer check (days > 0),
      uses integer not null check (uses > 0),
      used integer not null default 0 check (used between 0 and uses),
      expires_at timestamptz,
      withdrawn_at timestamptz,
      note text,
      created_at timestamptz not null default now()
    );
    create index voucher_newest on voucher (created_at desc, id);

    create table voucher_redemption (
      voucher_id uuid not null references voucher,
      team_id uuid not null,
      person_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (voucher_id, team_id)
    );
  `.execute(db);
};
