import { sql, type Kysely } from "kysely";

/** AI models that operators have installed or removed, files they use, and model servers they have connected. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table model (
      id text primary key,
      kind text not null check (kind in ('CATALOG', 'FILE', 'SERVER')),
      name text not null,
      address text not null,
      sealed_key bytea,
      is_free boolean not null default true,
      removed_at timestamptz,
      created_at timestamptz not null default now()
    );
  `.execute(db);
};
