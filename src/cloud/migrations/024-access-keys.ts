import { sql, type Kysely } from "kysely";

/** Keys with which programs reach a team's buckets. They end with the membership of who made them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table access_key (
      access_key text primary key,
      team_id uuid not null references team on delete cascade,
      person_id uuid not null references person on delete cascade,
      kind text not null check (kind in ('SERVICE', 'MASTER', 'SESSION')),
      name text not null,
      secret bytea not null,
      token_hash bytea check ((token_hash is not null) = (kind = 'SESSION')),
      buckets text[] not null,
      prefixes text[] not null,
      permissions text[] not null,
      expires_at timestamptz check (expires_at is not null or kind <> 'SESSION'),
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index access_key_team on access_key (team_id, kind, created_at desc);
    create index access_key_person on access_key (person_id, team_id);
    create unique index access_key_master on access_key (team_id) where kind = 'MASTER';
  `.execute(db);
};
