import { sql, type Kysely } from "kysely";

/** What a bucket, or a folder of it, held at one moment. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table snapshot (
      id uuid primary key,
      number bigint generated always as identity unique,
      team_id uuid not null references team on delete cascade,
      bucket_id uuid not null references bucket on delete cascade,
      bucket_name text not null,
      prefix text not null,
      state text not null check (state in ('generating', 'unpin', 'failure')),
      cid bytea,
      size_bytes bigint not null default 0,
      file_count bigint not null default 0,
      message text,
      created_at timestamptz not null default now()
    );
    create index snapshot_newest on snapshot (bucket_id, number desc);
    create index snapshot_team on snapshot (team_id);
  `.execute(db);
};
