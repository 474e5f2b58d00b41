import { sql, type Kysely } from "kysely";

/** What happens to visits beyond a spend cap. Existing caps go on as before: only those of all buckets or all gateways stopped visits. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table spend_cap add column beyond text not null default 'PAUSE' check (beyond in ('PAUSE', 'ONLINE'));
    update spend_cap set beyond = 'ONLINE' where kind = 'PROJECT' or target not in ('BUCKET', 'GATEWAY');
  `.execute(db);
};
