import { sql, type Kysely } from "kysely";

/** What people tell those who run the cloud, with the pictures they attach. `key` tells a repeated request from another one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table feedback (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      key text,
      feedback_type text not null,
      email text not null,
      eth_address text,
      description text not null,
      answered_at timestamptz,
      created_at timestamptz not null default now(),
      unique (person_id, key)
    );
    create index feedback_newest on feedback (created_at desc, id);
    create index feedback_person on feedback (person_id, created_at);
    create table feedback_image (
      feedback_id uuid not null references feedback on delete cascade,
      position integer not null,
      type text not null,
      bytes bytea not null,
      primary key (feedback_id, position)
    );
  `.execute(db);
};
