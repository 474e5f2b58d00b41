import { sql, type Kysely } from "kysely";

/** Identifiers of the objects that an operation concerned, to list the operations of one object. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table operation_log add column objects text[] not null default '{}';
    update operation_log set objects = array(
      select value from jsonb_each_text(details) where key ~ '(^id|Id)$' and value is not null union select target where target <> ''
    );
    create index operation_log_objects on operation_log using gin (objects);
  `.execute(db);
};
