import { sql, type Kysely } from "kysely";

/** What refused and failed RPC requests contained. Nothing is kept of successful ones. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table rpc_log
      add column reason text,
      add column params text,
      add column origin text,
      add column agent text,
      add column error_data text,
      add constraint rpc_log_payload check (
        error_code is not null or (reason is null and params is null and origin is null and agent is null and error_data is null)
      );
    comment on column rpc_log.reason is 'One of rpcLogReasons in resources/rpc/errors.ts.';
  `.execute(db);
};
