import { sql, type Kysely } from "kysely";

/** Denylists: the files of all data directories, which every process applies. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table denylist (
      -- The data directory of the file.
      source uuid,
      name text,
      content text not null,
      sha256 bytea not null,
      primary key (source, name)
    );

    create table denylist_version (
      only_row boolean default true primary key check (only_row),
      version bigint not null
    );
    insert into denylist_version (version) values (1);

    create function note_denylist_change() returns trigger language plpgsql as $$
    begin
      update denylist_version set version = version + 1;
      return null;
    end $$;
    create trigger denylist_changed after insert or update or delete or truncate on denylist
      for each statement execute function note_denylist_change();
  `.execute(db);
};
