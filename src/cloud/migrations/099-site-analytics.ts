import { sql, type Kysely } from "kysely";

/** Counts of a site's requests, and its requests of the last day. Visitors are hashes with a salt of the day, which is deleted after it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table site_hour (
      project_id uuid not null references project on delete cascade,
      hour timestamptz not null,
      requests bigint not null default 0,
      views bigint not null default 0,
      visitors bigint not null default 0,
      missing bigint not null default 0,
      bytes bigint not null default 0,
      primary key (project_id, hour)
    );
    create table site_top (
      project_id uuid not null references project on delete cascade,
      day date not null,
      kind text not null check (kind in ('page', 'referrer', 'country', 'missing')),
      value text not null,
      count bigint not null,
      primary key (project_id, day, kind, value)
    );
    create table site_salt (
      day date primary key,
      salt bytea not null
    );
    create table site_visitor (
      project_id uuid not null references project on delete cascade,
      day date not null,
      visitor bytea not null,
      primary key (project_id, day, visitor)
    );
    create table site_request (
      id bigint generated always as identity primary key,
      project_id uuid not null references project on delete cascade,
      created_at timestamptz not null,
      method text not null,
      host text not null,
      path text not null,
      code integer not null,
      size bigint not null,
      referrer text not null,
      client text not null
    );
    create index site_request_project on site_request (project_id, id desc);
    create index site_request_created_at on site_request using brin (created_at);
  `.execute(db);
};
