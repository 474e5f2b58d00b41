import { deploymentLog, deployments } from "../../../../resources/hosting/deployments.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { cancel, redeploy } from "./deploy.ts";
import { findDeployment, listDeployments } from "./deployment-reads.ts";
import { announce } from "./events.ts";
import { readLines } from "./log-store.ts";
import { presentDeployment } from "./present.ts";
import { findProject } from "./project-reads.ts";
import type { Hosting } from "./service.ts";

/** The declared calls on deployments. */
export const deploymentRoutes = ({ parts }: Hosting): Route[] => {
  const { realtime } = parts.engines;
  const cidUrlAt = (origin: string) => (cid: string) => `${origin}/ipfs/${cid}/`;
  return [
    ...resourceRoutes(
      deployments,
      {
        list: async ({ db, caller, params, query, origin }) => {
          const project = await findProject(db, caller.teamId, params.projectId!);
          const { rows, total } = await listDeployments(db, project.id, query);
          return { items: rows.map((row) => presentDeployment(row, cidUrlAt(origin))), total };
        },
        show: async ({ db, caller, params, origin }) =>
          presentDeployment(await findDeployment(db, caller.teamId, params.taskId!), cidUrlAt(origin)),
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
    route(deploymentLog, async ({ db, caller, params, query }) => {
      const { number } = await findDeployment(db, caller.teamId, params.taskId!);
      return readLines(db, number, query.after);
    }),
  ];
};
