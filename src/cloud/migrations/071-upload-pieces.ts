import { sql, type Kysely } from "kysely";

/** Pieces of unfinished uploads: each is the start of one staged file, which any process can read. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table upload_piece (
      upload_id uuid references upload on delete cascade,
      offset_bytes bigint,
      size_bytes bigint not null check (size_bytes > 0),
      file_id uuid not null unique,
      -- The process that wrote it and may extend it.
      writer uuid not null,
      primary key (upload_id, offset_bytes)
    );
    insert into upload_piece (upload_id, offset_bytes, size_bytes, file_id, writer)
    select id, 0, received_bytes, id, id from upload where published is null and received_bytes > 0;
  `.execute(db);
};
