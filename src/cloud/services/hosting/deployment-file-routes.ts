import { deploymentDiff, deploymentFile, deploymentOutput } from "../../../../resources/hosting/deployment-calls.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { route, type Route } from "../route.ts";
import { diffDeployments, publishedBy } from "./deployment-diff.ts";
import { encodedPath, listOutput, readOutput } from "./deployment-output.ts";
import { findDeployment } from "./deployment-reads.ts";
import { addressesAt, presentDeployment } from "./present.ts";
import type { Hosting } from "./service.ts";

/** Routes for the files of deployments. */
export const deploymentFileRoutes = ({ deps }: Hosting): Route[] => {
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
