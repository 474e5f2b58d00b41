import { sql, type Kysely } from "kysely";

/** Activations, deposits and purchases in the operation log. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table operation_log
      drop constraint operation_log_via_check,
      add constraint operation_log_via_check check (via in ('SESSION', 'TOKEN', 'HOOK', 'PUSH', 'CHAIN'))
  `.execute(db);
};
