import { sql, type Kysely } from "kysely";

/** Processes that run what only one process may run, such as a chain's node, and which of them owns each. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table owner_process (
      id uuid primary key,
      name text not null,
      address text not null,
      lease_until timestamptz not null
    );
    create table owner_lease (
      name text primary key,
      holder uuid not null references owner_process on delete cascade,
      since timestamptz not null default now()
    );
    create index owner_lease_holder on owner_lease (holder);
  `.execute(db);
};
