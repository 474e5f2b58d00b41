import { deploymentLog, deployments, deploymentsOfProject } from "../../../../resources/hosting/deployments.ts";
import type { Db } from "../../engines/database/database.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { cancel } from "./cancel.ts";
import { redeploy } from "./deploy.ts";
import { deleteDeployment } from "./delete-deployment.ts";
import { findDeployment, listDeployments, type DeploymentQuery } from "./deployment-reads.ts";
import { announce } from "./events.ts";
import { readLines } from "./log-store.ts";
import { presentDeployment } from "./present.ts";
import { findProject } from "./project-reads.ts";
import type { Hosting } from "./service.ts";

/** The declared calls on deployments. */
export const deploymentRoutes = ({ parts }: Hosting): Route[] => {
  const { realtime } = parts.engines;
  const addressesAt = (origin: string) => ({
    cidUrl: (cid: string) => `${origin}/ipfs/${cid}/`,
    siteUrl: parts.siteUrl,
  });
  const page = async (db: Db, teamId: string, query: DeploymentQuery, origin: string) => {
    const { rows, total } = await listDeployments(db, teamId, query);
    return { items: rows.map((row) => presentDeployment(row, addressesAt(origin))), total };
  };
  return [
    ...resourceRoutes(
      deployments,
      {
        list: ({ db, caller, query, origin }) => page(db, caller.teamId, query as DeploymentQuery, origin),
        delete: async ({ db, caller, params }) => {
          await deleteDeployment(parts, db, caller.teamId, params.taskId!);
          return null;
        },
        show: async ({ db, caller, params, origin }) =>
          presentDeployment(await findDeployment(db, caller.teamId, params.taskId!), addressesAt(origin)),
      },
      {
        redeploy: async ({ db, caller, params, afterCommit }) => {
          const { deployment, line } = await redeploy(parts, db, caller.teamId, params.taskId!);
          afterCommit(() => announce(realtime, deployment, "queued", line));
          return { taskId: deployment.id };
        },
        cancel: async ({ db, caller, params, afterCommit }) => {
          const { deployment, line } = await cancel(db, caller.teamId, params.taskId!);
          if (line) afterCommit(() => announce(realtime, deployment, "cancelled", line));
          return null;
        },
      },
    ),
    route(deploymentsOfProject, async ({ db, caller, params, query, origin }) => {
      const { id: projectId } = await findProject(db, caller.teamId, params.projectId!);
      return page(db, caller.teamId, { ...query, projectId }, origin);
    }),
    route(deploymentLog, async ({ db, caller, params, query }) => {
      const { number } = await findDeployment(db, caller.teamId, params.taskId!);
      return readLines(db, number, query.after);
    }),
  ];
};
