import type { Preview } from "../../../../resources/hosting/hooks.ts";
import type { Db } from "../../engines/database/database.ts";
import { productionOf, secondsOf } from "./present.ts";

/** Lists a project's previews with their newest deployments, last deployed first, in one query. */
export const listPreviews = async (
  db: Db,
  projectId: string,
  { siteUrl, isServed }: { readonly siteUrl: (label: string) => string; readonly isServed: boolean },
): Promise<Preview[]> => {
  const rows = await db
    .selectFrom("preview")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("deployment")
          .select(["deployment.id", "deployment.state"])
          .whereRef("deployment.preview_id", "=", "preview.id")
          .orderBy("deployment.number", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .selectAll("preview")
    .select(["latest.id as latest_id", "latest.state as latest_state"])
    .where("preview.project_id", "=", projectId)
    .orderBy("preview.updated_at", "desc")
    .orderBy("preview.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    branch: row.branch,
    url: siteUrl(row.label),
    online: row.live_cid !== null,
    production: productionOf(row.live_cid, isServed),
    ...(row.latest_id && { taskId: row.latest_id, state: row.latest_state! }),
    live: row.latest_id !== null && row.latest_id === row.live_deployment_id,
    updatedAt: secondsOf(row.updated_at),
  }));
};
