import { sql } from "kysely";
import type { Db } from "../engines/database/database.ts";
import { keyOf, type Counted } from "./usage-buffer.ts";

/** Adds counts to their buckets in one statement. Sorted, so that concurrent writers lock rows in the same order. */
export const writeUsage = async (db: Db, counts: readonly Counted[]): Promise<void> => {
  const rows = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const column = <T>(read: (counted: Counted) => T): T[] => rows.map(read);
  await sql`
    insert into usage_bucket as kept (team_id, resource, subject, bucket, amount, calls, service)
    select * from unnest(
      ${column(({ teamId }) => teamId)}::uuid[],
      ${column(({ resource }) => resource)}::text[],
      ${column(({ subject }) => subject)}::text[],
      ${column(({ bucket }) => bucket.toISOString())}::timestamptz[],
      ${column(({ amount }) => amount.toString())}::bigint[],
      ${column(({ calls }) => calls.toString())}::bigint[],
      ${column(({ service }) => service)}::text[]
    )
    on conflict (team_id, resource, subject, bucket)
    do update set amount = kept.amount + excluded.amount, calls = kept.calls + excluded.calls, service = excluded.service
  `.execute(db);
};
