import { sql, type Kysely } from "kysely";

/** The documentation's passages, found by their words; made anew whenever docs/ has changed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table assistant_passage (
      id integer primary key,
      document text not null,
      title text not null,
      anchor text not null,
      heading text not null,
      text text not null,
      weight real not null,
      terms tsvector not null
    );
    create index assistant_passage_terms on assistant_passage using gin (terms);

    create table assistant_index (
      is_only boolean primary key default true check (is_only),
      hash text not null
    );
  `.execute(db);
};
