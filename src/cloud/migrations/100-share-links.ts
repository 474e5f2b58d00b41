import { sql, type Kysely } from "kysely";

/**
 * Links that let anyone read one file. The credentials of a link are an access key, which checks each request and ends with its creator's
 * membership: deleting it deletes the link.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table share_link (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      bucket_id uuid not null references bucket on delete cascade,
      key text collate "C" not null,
      access_key text not null unique references access_key on delete cascade,
      token_hash bytea not null unique,
      sealed_token bytea not null,
      opens bigint not null default 0,
      opens_max bigint check (opens_max > 0),
      created_at timestamptz not null default now()
    );
    create index share_link_team on share_link (team_id, created_at desc, id);
    create index share_link_bucket on share_link (bucket_id, key);
  `.execute(db);
};
