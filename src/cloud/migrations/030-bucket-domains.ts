import { sql, type Kysely } from "kysely";

/** A bucket that goes takes its domains and its host name along, as gateways and projects do. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create trigger bucket_domains after delete on bucket
      for each row execute function delete_domains_of_target('bucket');
    create trigger bucket_hostname after delete on bucket
      for each row execute function release_hostname_of('bucket');
  `.execute(db);
};
