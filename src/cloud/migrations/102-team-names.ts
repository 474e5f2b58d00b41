import { sql, type Kysely } from "kysely";

/** Teams with a name that does not follow their owner's, and the users who send invitations. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table team add column own_name boolean not null default false`.execute(db);
  await sql`alter table invitation add column invited_by uuid references person (id) on delete set null`.execute(db);
};
