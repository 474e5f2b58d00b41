import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table known_upload (
      team_id uuid not null,
      digest bytea not null,
      cid text not null,
      file_count integer not null,
      size_bytes bigint not null,
      used_at timestamptz not null default now(),
      primary key (team_id, digest)
    );
    create index known_upload_cid on known_upload (cid);
    create index known_upload_used on known_upload (used_at);

    alter table upload
      add column digest bytea,
      add column promised_until timestamptz;
    create index upload_promised on upload ((published ->> 'cid')) where promised_until is not null;
  `.execute(db);
};
