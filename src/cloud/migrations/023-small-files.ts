import { sql, type Kysely } from "kysely";

/** Small files, and the nodes over large ones, lie in the database; what other software wrote has its files' sizes noted. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table root
      alter column blob_id drop not null,
      add column bytes bytea,
      add constraint root_place check ((blob_id is null) = (bytes is not null));
    alter table root alter column bytes set storage external;
    drop index root_blob;
    create index root_blob on root (blob_id) where blob_id is not null;

    alter table block
      add column bytes bytea,
      add column file_bytes bigint;
    alter table block alter column bytes set storage external;
  `.execute(db);
};
