import { sql, type Kysely } from "kysely";

/**
 * A project's name is unique in its team. Projects that share a name today keep it: the first one holds it, and no new project
 * gets it while one of them exists.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table project add column shares_name boolean not null default false;
    update project set shares_name = true where exists (
      select 1 from project as first
      where first.team_id = project.team_id and first.name = project.name
        and (first.created_at, first.id) < (project.created_at, project.id)
    );
    create unique index project_team_name on project (team_id, name) where not shares_name;
  `.execute(db);
};
