import { sql, type Kysely } from "kysely";

/** Lifecycle rules of buckets, and when they were last applied. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table bucket add column lifecycle jsonb, add column lifecycle_ran_at timestamptz;
    create index bucket_lifecycle on bucket (lifecycle_ran_at) where lifecycle is not null;
  `.execute(db);
};
