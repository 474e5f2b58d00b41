import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_bucket (
      team_id uuid not null,
      resource text not null,
      subject text not null default '',
      bucket timestamptz not null,
      amount bigint not null,
      calls bigint not null,
      primary key (team_id, resource, subject, bucket)
    );

    create table storage_level (
      team_id uuid not null,
      resource text not null check (resource in ('IPFS_STORAGE', 'AR_STORAGE')),
      size_bytes bigint not null check (size_bytes >= 0),
      primary key (team_id, resource)
    );

    create table allowance_grant (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      package text not null check (package in ('TRIAL', 'STANDARD')),
      resource text not null,
      amount bigint not null check (amount >= 0),
      starts_at timestamptz not null,
      ends_at timestamptz,
      unique (team_id, package, resource, starts_at)
    );

    create table idempotent_reply (
      scope text not null,
      key_hash bytea not null,
      request_hash bytea not null,
      sealed_reply bytea,
      expires_at timestamptz not null,
      primary key (scope, key_hash)
    );
    create index idempotent_reply_expiry on idempotent_reply (expires_at);
  `.execute(db);
};
