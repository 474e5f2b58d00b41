import { sql } from "kysely";
import type { TaskState } from "../../../../resources/hosting/states.ts";
import type { Db } from "../../engines/database/database.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import { containing, countOf, literally, onPage, type PageQuery } from "../../kernel/calls/list-query.ts";
import { isUuid, uuidOf } from "../../kernel/uuid.ts";
import type { ListedDeployment } from "./present.ts";
import { isWithoutWorker, type Deployment } from "./builds/queue.ts";

type Trigger = Deployment["trigger"];

export interface DeploymentQuery extends PageQuery {
  readonly keyword?: string;
  readonly state?: string;
  readonly target?: string;
  readonly trigger?: string;
  readonly projectId?: string;
  readonly branch?: string;
}

/** Lists a page of a team's deployments, newest first, in one query. */
export const listDeployments = async (
  db: Db,
  teamId: string,
  query: DeploymentQuery,
): Promise<{ readonly rows: ListedDeployment[]; readonly total: number }> => {
  const { keyword, state, target, trigger, projectId, branch } = query;
  if (projectId !== undefined && !isUuid(projectId)) throw new AppError("NOT_FOUND");
  const matching = withProject(db)
    .where("deployment.team_id", "=", teamId)
    .$if(!!projectId, (rows) => rows.where("deployment.project_id", "=", projectId!))
    .$if(!!branch, (rows) => rows.where("deployment.branch", "=", branch!))
    .$if(!!state, (rows) => rows.where("deployment.state", "=", state as TaskState))
    .$if(!!trigger, (rows) => rows.where("deployment.trigger", "=", trigger as Trigger))
    .$if(target === "production", (rows) => rows.where("deployment.preview_id", "is", null))
    .$if(target === "preview", (rows) => rows.where("deployment.preview_id", "is not", null))
    .$if(!!keyword, (rows) => rows.where(matches(keyword!)));
  const rows = await matching
    .select((eb) => eb.fn.countAll<bigint>().over().as("total"))
    .orderBy("deployment.number", "desc")
    .$call(onPage(query))
    .execute();
  return { rows, total: Number(rows[0]?.total ?? (query.page > 1 ? await countOf(matching) : 0)) };
};

/** Matches the keyword in the message, project name, branch or author, or as a prefix of the commit hash. */
const matches = (keyword: string) => {
  const anywhere = containing(keyword);
  return sql<boolean>`(
    deployment.message ilike ${anywhere} or project.name ilike ${anywhere} or deployment.branch ilike ${anywhere}
    or deployment.author ilike ${anywhere} or deployment.commit_hash ilike ${`${literally(keyword)}%`}
  )`;
};

/** Returns a deployment of the team. Throws NOT_FOUND. */
export const findDeployment = async (db: Db, teamId: string, id: string): Promise<ListedDeployment> => {
  return withProject(db)
    .where("deployment.id", "=", uuidOf(id))
    .where("deployment.team_id", "=", teamId)
    .executeTakeFirstOrThrow(notFound);
};

/** Returns the newest successful deployment before this one for the same preview or site. */
export const previousOf = async (
  db: Db,
  { project_id, preview_id, number }: ListedDeployment,
): Promise<string | undefined> => {
  const previous = await db
    .selectFrom("deployment")
    .select("id")
    .where("project_id", "=", project_id)
    .where("preview_id", "is not distinct from", preview_id)
    .where("state", "=", "success")
    .where("number", "<", number)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return previous?.id;
};

const withProject = (db: Db) =>
  db
    .selectFrom("deployment")
    .innerJoin("project", "project.id", "deployment.project_id")
    .selectAll("deployment")
    .leftJoin("preview", "preview.id", "deployment.preview_id")
    .select([
      "project.name as project_name",
      "project.label as project_label",
      "project.live_deployment_id",
      "project.install_command",
      "project.build_command",
      "preview.label as preview_label",
      "preview.live_deployment_id as preview_deployment_id",
    ])
    .select(
      sql<bigint | null>`
        case when deployment.state = 'queued' then (
          select count(*) from deployment as before
          where before.lane = deployment.lane and before.state = 'queued' and before.number < deployment.number
        ) end
      `.as("ahead"),
    )
    .select(sql<string[] | null>`case when ${isWithoutWorker} then project.build_tags end`.as("missing_tags"));
