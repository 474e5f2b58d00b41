import { sql, type Kysely } from "kysely";

/** Who holds which roots, which roots are made of others, and how much was stored for how long. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table root_part (
      root bytea not null references root on delete cascade,
      part bytea not null references root,
      primary key (root, part)
    );
    create index root_part_part on root_part (part);

    create table holding (
      team_id uuid not null,
      cid bytea not null,
      holders bigint not null check (holders > 0),
      size_bytes bigint not null check (size_bytes >= 0),
      primary key (team_id, cid)
    );
    create index holding_cid on holding (cid);

    create table root_discard (
      cid bytea primary key,
      created_at timestamptz not null default now()
    );

    alter table storage_level
      add column byte_seconds numeric(78, 6) not null default 0,
      add column changed_at timestamptz not null default now();
  `.execute(db);
};
