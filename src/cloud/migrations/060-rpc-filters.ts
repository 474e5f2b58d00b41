import { sql, type Kysely } from "kysely";

/** Filters of JSON-RPC clients. Unlogged: a filter lost in a crash is created again, as after a node's restart. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create unlogged table rpc_filter (
      id text primary key,
      key_id uuid not null references rpc_key on delete cascade,
      chain text not null,
      kind text not null check (kind in ('logs', 'blocks', 'transactions')),
      criteria jsonb not null,
      last_block bigint not null,
      seen jsonb not null,
      used_at timestamptz not null default now()
    );
    create index rpc_filter_key on rpc_filter (key_id);
    create index rpc_filter_used on rpc_filter (used_at);
  `.execute(db);
};
