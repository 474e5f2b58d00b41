import type { Preview } from "../../../../resources/hosting/hooks.ts";
import type { Db } from "../../engines/database/database.ts";
import { secondsOf } from "./present.ts";

/** A project's previews with their newest deployments, last deployed first: one query. */
export const listPreviews = async (
  db: Db,
  projectId: string,
  siteUrl: (label: string) => string,
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
    ...(row.latest_id && { taskId: row.latest_id, state: row.latest_state! }),
    updatedAt: secondsOf(row.updated_at),
  }));
};
