import { sql } from "kysely";
import { buildStates, type BuildState, type TaskState } from "../../../../../resources/hosting/states.ts";
import type { Db } from "../../../engines/database/database.ts";
import { notFound } from "../../../kernel/app-error.ts";
import { containing, countOf, onPage, type PageQuery } from "../../../kernel/calls/list-query.ts";
import { uuidOf } from "../../../kernel/uuid.ts";
import type { ListedProject } from "../present.ts";

type DeployType = ListedProject["deploy_type"];

export interface ProjectQuery extends PageQuery {
  readonly keyword?: string;
  readonly state?: string;
  readonly deployType?: string;
  readonly sortType?: "ACTIVE" | "ALL";
}

/** Lists a page of a team's projects with the newest deployments of their sites, last changed first, in one query. */
export const listProjects = async (
  db: Db,
  teamId: string,
  query: ProjectQuery,
): Promise<{ readonly rows: ListedProject[]; readonly total: number }> => {
  const matching = withLatest(db)
    .where("project.team_id", "=", teamId)
    .$if(query.sortType === "ACTIVE", (rows) => rows.where("project.live_deployment_id", "is not", null))
    .$if(!!query.keyword, (rows) => rows.where("project.name", "ilike", containing(query.keyword!)))
    .$if(!!query.deployType, (rows) => rows.where("project.deploy_type", "=", query.deployType as DeployType))
    .$if(isState(query.state), (rows) => rows.where("latest.state", "=", query.state!.toLowerCase() as TaskState));
  const rows = await matching
    .select((eb) => eb.fn.countAll<bigint>().over().as("total"))
    .orderBy("project.updated_at", "desc")
    .orderBy("project.id", "desc")
    .$call(onPage(query))
    .execute();
  return { rows, total: Number(rows[0]?.total ?? (query.page > 1 ? await countOf(matching) : 0)) };
};

/** Returns a project of the team. Throws NOT_FOUND. */
export const findProject = async (db: Db, teamId: string, id: string): Promise<ListedProject> => {
  return withLatest(db)
    .where("project.team_id", "=", teamId)
    .where("project.id", "=", uuidOf(id))
    .executeTakeFirstOrThrow(notFound);
};

/** Returns a project's name; empty if it was deleted. */
export const nameOfProject = async (db: Db, id: string): Promise<string> => {
  const row = await db.selectFrom("project").select("name").where("id", "=", id).executeTakeFirst();
  return row?.name ?? "";
};

/** Searches project names for the command palette, best match first. */
export const searchProjects = (db: Db, teamId: string, keyword: string, limit: number): Promise<ListedProject[]> =>
  withLatest(db)
    .where("project.team_id", "=", teamId)
    .where("project.name", "ilike", containing(keyword))
    .orderBy(sql`strpos(lower(project.name), lower(${keyword}))`)
    .orderBy("project.name")
    .limit(limit)
    .execute();

const withLatest = (db: Db) =>
  db
    .selectFrom("project")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("deployment")
          .select(["deployment.id", "deployment.state", "deployment.created_at"])
          .whereRef("deployment.project_id", "=", "project.id")
          .where("deployment.preview_id", "is", null)
          .orderBy("deployment.number", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .leftJoin("deployment as live", "live.id", "project.live_deployment_id")
    .selectAll("project")
    .select("live.created_at as live_created_at")
    .select(["latest.id as latest_id", "latest.state as latest_state", "latest.created_at as latest_created_at"])
    .select((eb) =>
      eb
        .selectFrom("deployment")
        .select((of) => of.fn.countAll<bigint>().as("count"))
        .whereRef("deployment.project_id", "=", "project.id")
        .as("deployments"),
    );

const isState = (state: string | undefined): boolean => buildStates.includes(state as BuildState);
