import { sql, type Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- A pushed branch concerns every project of its repository: a deleted one also those that deploy by hand.
    drop index project_pushed;
    create index project_repository on project (repository_id) where repository_id is not null;
    -- A project's state is that of its site's newest deployment, however many of previews came after it.
    create index deployment_production on deployment (project_id, number desc) where preview_id is null;
  `.execute(db);
};
