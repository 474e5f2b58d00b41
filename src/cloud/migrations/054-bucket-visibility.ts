import { sql, type Kysely } from "kysely";

/**
 * Buckets become public or private. Those that exist stay public, and their owners get one notice; new ones are private.
 * `root.fills_blob` says whether a root's DAG is everything its blob holds (null: not determined yet); `root_block` lists the blocks of
 * roots that share their blob with other content.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table bucket
      add column visibility text not null default 'public' check (visibility in ('private', 'public'));
    alter table bucket alter column visibility set default 'private';
    drop index bucket_object_cid;
    create index bucket_object_cid on bucket_object (cid, bucket_id);
    create index pin_replaced_root on pin (replaced_root) where replaced_root is not null;

    alter table root add column fills_blob boolean;
    create table root_block (
      cid bytea not null,
      root bytea not null references root on delete cascade,
      primary key (cid, root)
    );
    create index root_block_root on root_block (root);

    insert into notice (id, type, person_id, team_id, message, url, label)
    select
      gen_random_uuid(), 'NORMAL', team.owner_id, team.id,
      'Buckets can now be private. Your existing buckets stay public: anyone with a file''s CID can read it. New buckets are private by default.',
      '/bucket/storage', 'Review buckets'
    from team
    where exists (select from bucket where bucket.team_id = team.id);
  `.execute(db);
};
