import { sql, type Kysely } from "kysely";

/**
 * Adds what databases lack that were created while migrations 025 to 049 were still being edited. Does nothing to others. From here on
 * migrations are frozen (hashes.txt).
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buckets(db);
  await arweave(db);
  await rpc(db);
  await boost(db);
  await sql`
    alter table pin add column if not exists replaced_root text;
    create index if not exists pin_unsettled on pin (updated_at) where status in ('queued', 'pinning');

    alter table ton_key drop column if exists collector, drop column if exists treasury;

    alter table rollup_told add column if not exists notice_id uuid;

    alter table ai_key add column if not exists is_playground boolean not null default false;
    create unique index if not exists ai_key_playground on ai_key (team_id) where is_playground;
  `.execute(db);
};

const buckets = (db: Kysely<unknown>) =>
  sql`
    create table if not exists bucket_removal (
      id uuid primary key,
      team_id uuid not null references team on delete cascade,
      bucket_id uuid not null references bucket on delete cascade,
      bucket_name text not null,
      prefix text collate "C" not null,
      state text not null,
      total bigint not null,
      removed bigint not null default 0,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    delete from bucket_removal where bucket_id is null;
    alter table bucket_removal alter column bucket_id set not null;
    create index if not exists bucket_removal_team on bucket_removal (team_id, created_at);

    create table if not exists bucket_download (
      token_hash bytea primary key,
      bucket_id uuid not null references bucket on delete cascade,
      selection jsonb not null,
      format text not null,
      expires_at timestamptz not null,
      root bytea
    );
    alter table bucket_download add column if not exists root bytea;
    create index if not exists bucket_download_expiry on bucket_download (expires_at);
    create index if not exists bucket_download_root on bucket_download (root) where root is not null;

    alter table snapshot drop constraint if exists snapshot_bucket_id_fkey;
    alter table snapshot
      add constraint snapshot_bucket_id_fkey foreign key (bucket_id) references bucket on delete cascade;
    update snapshot set state = 'unpin' where state in ('pinning', 'pin');
    alter table snapshot drop constraint if exists snapshot_state_check;
    alter table snapshot
      add constraint snapshot_state_check check (state in ('generating', 'unpin', 'failure'));
  `.execute(db);

const arweave = (db: Kysely<unknown>) =>
  sql`
    alter table arweave_upload
      drop constraint if exists arweave_upload_check,
      add column if not exists size_bytes bigint,
      add column if not exists attempts integer not null default 0,
      add column if not exists next_at timestamptz not null default now(),
      add column if not exists is_open boolean not null default true;
    update arweave_upload set size_bytes = coalesce(octet_length(bundle), 0) where size_bytes is null;
    alter table arweave_upload alter column size_bytes set not null, alter column bundle set storage external;
    create index if not exists arweave_upload_open on arweave_upload (next_at) where is_open;

    alter table arweave_item
      drop column if exists attempts,
      alter column kept drop default,
      add column if not exists charged_team_id uuid;
    drop index if exists arweave_item_open;
    create index if not exists arweave_item_waiting on arweave_item (next_at) where state = 'waiting';
    create index if not exists arweave_item_deadline on arweave_item (deadline) where state in ('waiting', 'sent');

    alter table arweave_object drop column if exists charged_bytes;
    create index if not exists arweave_object_new on arweave_object (created_at) where state = 'syncing' and item_id is null;
  `.execute(db);

/** Latencies without a chain cannot be told apart: they start again. */
const rpc = (db: Kysely<unknown>) =>
  sql`
    alter table rpc_count
      drop constraint if exists rpc_count_key_id_fkey,
      add column if not exists team_id uuid references team on delete cascade;
    update rpc_count set team_id = rpc_key.team_id from rpc_key where rpc_key.id = rpc_count.key_id and rpc_count.team_id is null;
    delete from rpc_count where team_id is null;
    alter table rpc_count alter column team_id set not null;
    create index if not exists rpc_count_team on rpc_count (team_id, hour);

    do $$ begin
      if not exists (
        select from information_schema.columns
        where table_schema = current_schema() and table_name = 'rpc_latency' and column_name = 'chain'
      ) then
        drop table if exists rpc_latency;
      end if;
    end $$;
    create table if not exists rpc_latency (
      team_id uuid not null references team on delete cascade,
      key_id uuid not null,
      hour timestamptz not null,
      chain text not null,
      bucket smallint not null,
      requests bigint not null,
      primary key (key_id, hour, chain, bucket)
    );
    create index if not exists rpc_latency_team on rpc_latency (team_id, hour);
    create index if not exists rpc_latency_hour on rpc_latency (hour);
  `.execute(db);

const boost = (db: Kysely<unknown>) =>
  sql`
    alter table boost_node
      add column if not exists lost numeric(40, 0) not null default 0 check (lost >= 0),
      add column if not exists explore_day integer not null default 0,
      add column if not exists explore_used integer not null default 0 check (explore_used >= 0),
      add column if not exists explore_bought integer not null default 0 check (explore_bought >= 0),
      add column if not exists pre_activities jsonb not null default '[]';
    do $$ begin
      if exists (
        select from pg_indexes
        where schemaname = current_schema() and indexname = 'boost_node_total' and indexdef like '%DESC%'
      ) then
        drop index boost_node_total;
      end if;
    end $$;
    create index if not exists boost_node_total on boost_node (total, id);

    alter table boost_point add column if not exists is_note boolean not null default false;
    create index if not exists boost_point_invite on boost_point (node_id, explorer_id) where kind = 'invite';
    create index if not exists boost_point_explorer on boost_point (explorer_id) where explorer_id is not null;

    create table if not exists boost_captcha (
      id uuid primary key,
      node_id uuid not null references boost_node on delete cascade,
      salt text not null,
      bits integer not null,
      expired_at bigint not null
    );
    create index if not exists boost_captcha_node on boost_captcha (node_id);
    create index if not exists boost_captcha_expired on boost_captcha (expired_at);

    create table if not exists boost_exploration (
      id uuid primary key,
      node_id uuid not null references boost_node on delete cascade,
      explored_id uuid not null references boost_node on delete cascade,
      per_mille integer not null check (per_mille between 1 and 500),
      found numeric(40, 0) not null check (found >= 0),
      created_at bigint not null,
      expired_at bigint not null,
      collected_at bigint
    );
    create index if not exists boost_exploration_node on boost_exploration (node_id);
    create index if not exists boost_exploration_explored on boost_exploration (explored_id);
    create index if not exists boost_exploration_expired on boost_exploration (expired_at);
    create index if not exists boost_token_expires on boost_token (expires_at);

    create table if not exists boost_partner_report (
      id uuid primary key,
      path text not null,
      body text not null,
      attempts integer not null default 0,
      due_at timestamptz not null default clock_timestamp(),
      created_at timestamptz not null default clock_timestamp()
    );
    create index if not exists boost_partner_report_due on boost_partner_report (due_at);
  `.execute(db);
