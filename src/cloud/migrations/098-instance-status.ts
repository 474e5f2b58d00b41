import { sql, type Kysely } from "kysely";

/** Checks of the instance's services: the current state of each, and the minutes up on each day. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table service_state (
      service text primary key,
      place integer not null,
      is_up boolean not null,
      since timestamptz not null,
      first_at timestamptz not null,
      checked_at timestamptz not null
    );
    create table service_day (
      service text not null references service_state on delete cascade,
      day date not null,
      minutes_up integer not null default 0,
      primary key (service, day)
    );
  `.execute(db);
};
