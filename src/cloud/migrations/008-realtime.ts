import { sql, type Kysely } from "kysely";

/** Where @socket.io/postgres-adapter keeps events over NOTIFY's 8,000 bytes. Its name and columns are the adapter's. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table socket_io_attachments (
      id bigserial unique,
      created_at timestamptz default now(),
      payload bytea
    )
  `.execute(db);
};
