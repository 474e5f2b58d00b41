import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { isUuid } from "./ids.ts";
import type { ListedDeployment } from "./present.ts";

/** A page of a project's deployments, newest first: one query. */
export const listDeployments = async (
  db: Db,
  projectId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly rows: ListedDeployment[]; readonly total: number }> => {
  const rows = await withProject(db)
    .where("deployment.project_id", "=", projectId)
    .select((eb) => eb.fn.countAll<bigint>().over().as("total"))
    .orderBy("deployment.number", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, total: Number(rows[0]?.total ?? (page > 1 ? await countOf(db, projectId) : 0)) };
};

/** Throws NOT_FOUND for a deployment of another team. */
export const findDeployment = async (db: Db, teamId: string, id: string): Promise<ListedDeployment> => {
  const row = isUuid(id)
    ? await withProject(db).where("deployment.id", "=", id).where("deployment.team_id", "=", teamId).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const withProject = (db: Db) =>
  db
    .selectFrom("deployment")
    .innerJoin("project", "project.id", "deployment.project_id")
    .selectAll("deployment")
    .select(["project.name as project_name", "project.live_deployment_id"])
    .select(
      sql<bigint | null>`
        case when deployment.state = 'queued' then (
          select count(*) from deployment as before
          where before.lane = deployment.lane and before.state = 'queued' and before.number < deployment.number
        ) end
      `.as("ahead"),
    );

const countOf = async (db: Db, projectId: string): Promise<bigint> => {
  const { total } = await db
    .selectFrom("deployment")
    .select((eb) => eb.fn.countAll<bigint>().as("total"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return total;
};
