import { sql, type Kysely } from "kysely";

/** Boost: the USDT that nodes have, and what moved it, in millionths of a dollar. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table boost_usdt_balance (
      node_id uuid primary key references boost_node on delete cascade,
      amount numeric(40, 0) not null check (amount >= 0)
    );

    create table boost_usdt (
      id bigint generated always as identity primary key,
      node_id uuid not null references boost_node on delete cascade,
      kind text not null,
      amount numeric(40, 0) not null,
      project_id text,
      withdrawal_id uuid,
      created_at timestamptz not null default clock_timestamp()
    );
    create index boost_usdt_node on boost_usdt (node_id, id desc);
  `.execute(db);
};
