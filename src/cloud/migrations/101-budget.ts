import { sql, type Kysely } from "kysely";

/** A team's monthly budget, and the share of it that was notified of in a month. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table budget (
      team_id uuid primary key references team on delete cascade,
      land numeric(78, 0) not null check (land > 0),
      notified_month timestamptz,
      notified_percent integer
    );
    comment on column budget.land is 'LAND×1e18 per calendar month (UTC).';
  `.execute(db);
};
