import {
  deploymentDiff,
  deploymentFile,
  deploymentLog,
  deploymentOutput,
  deploymentsOfProject,
} from "../../../../resources/hosting/deployment-calls.ts";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { cancel } from "./cancel.ts";
import { deleteDeployment } from "./delete-deployment.ts";
import { redeploy } from "./deploy.ts";
import { diffDeployments, publishedBy } from "./deployment-diff.ts";
import { encodedPath, listOutput, readOutput } from "./deployment-output.ts";
import { type DeploymentQuery, findDeployment, listDeployments, previousOf } from "./deployment-reads.ts";
import { presentSettings } from "./deployment-settings.ts";
import { announce } from "./events.ts";
import { readLines } from "./log-store.ts";
import { addressesAt, presentDeployment } from "./present.ts";
import { findProject, nameOfProject } from "./project-reads.ts";
import { announceRollback, rollBack } from "./rollback.ts";
import type { Hosting } from "./service.ts";

/** Routes for deployments. */
export const deploymentRoutes = (hosting: Hosting): Route[] => {
  const { deps } = hosting;
  const { realtime } = deps.engines;
  const page = async (db: Db, teamId: string, query: DeploymentQuery, origin: string) => {
    const { rows, total } = await listDeployments(db, teamId, query);
    return { items: rows.map((row) => presentDeployment(row, addressesAt(deps, origin))), total };
  };
  return [
    ...resourceRoutes(
      deployments,
      {
        list: ({ db, caller, query, origin }) => page(db, caller.teamId, query as DeploymentQuery, origin),
        delete: async ({ db, caller, params, logged }) => {
          logged({ target: (await findDeployment(db, caller.teamId, params.taskId!)).project_name });
          await deleteDeployment(deps, db, caller.teamId, params.taskId!);
          return null;
        },
        show: async ({ db, caller, params, origin }) => {
          const row = await findDeployment(db, caller.teamId, params.taskId!);
          const previousTaskId = await previousOf(db, row);
          return {
            ...presentDeployment(row, addressesAt(deps, origin)),
            ...(row.settings && { settings: presentSettings(row.settings) }),
            ...(previousTaskId && { previousTaskId }),
          };
        },
      },
      {
        redeploy: async ({ db, caller, params, afterCommit, logged }) => {
          const { deployment, line } = await redeploy(deps, db, caller.teamId, params.taskId!);
          const target = await nameOfProject(db, deployment.project_id);
          logged({ target, details: { newTaskId: deployment.id } });
          afterCommit(() => announce(realtime, deployment, "queued", line));
          return { taskId: deployment.id };
        },
        cancel: async ({ db, caller, params, afterCommit, logged }) => {
          const { deployment, line } = await cancel(db, caller.teamId, params.taskId!);
          logged({ target: await nameOfProject(db, deployment.project_id) });
          if (line) afterCommit(() => announce(realtime, deployment, "cancelled", line));
          return null;
        },
        rollback: async ({ db, caller, params, afterCommit, logged }) => {
          const rolledBack = await rollBack(deps, db, caller.teamId, params.taskId!);
          logged({ target: rolledBack.deployment.project_name });
          afterCommit(() => announceRollback(deps, rolledBack));
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
    ...deploymentFileRoutes(hosting),
  ];
};

/** Routes for the files of deployments. */
const deploymentFileRoutes = ({ deps }: Hosting): Route[] => {
  const { blocks } = deps.engines;
  const rootOf = async (db: Db, teamId: string, taskId: string): Promise<string> => {
    const root = publishedBy(await findDeployment(db, teamId, taskId));
    if (!root) throw new AppError("NOT_FOUND");
    return root;
  };
  return [
    route(deploymentDiff, async ({ db, caller, params, origin }) => {
      const after = await findDeployment(db, caller.teamId, params.taskId!);
      const before = await findDeployment(db, caller.teamId, params.otherTaskId!);
      if (before.project_id !== after.project_id) throw new AppError("NOT_FOUND");
      const addresses = addressesAt(deps, origin);
      return {
        before: presentDeployment(before, addresses),
        after: presentDeployment(after, addresses),
        ...(await diffDeployments(blocks, before, after)),
      };
    }),
    route(deploymentOutput, async ({ db, caller, params, query }) => ({
      items: await listOutput(blocks, await rootOf(db, caller.teamId, params.taskId!), query),
    })),
    route(deploymentFile, async ({ db, caller, params, query: { path }, origin }) => {
      const root = await rootOf(db, caller.teamId, params.taskId!);
      const link = addressesAt(deps, origin).cidUrl(root) + encodedPath(path);
      return { ...(await readOutput(blocks, root, path)), link };
    }),
  ];
};
