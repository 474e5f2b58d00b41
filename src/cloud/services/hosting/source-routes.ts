import {
  deployHash as deployHashCall,
  editSource as editSourceCall,
} from "../../../../resources/hosting/project-calls.ts";
import { createFromTemplate as createFromTemplateCall } from "../../../../resources/hosting/templates.ts";
import type { Context } from "../route.ts";
import { route, type Route } from "../route.ts";
import { createFromTemplate, deployHash, editSource } from "./deploy-source.ts";
import { announce } from "./events.ts";
import { nameOfProject } from "./project-reads.ts";
import type { Queued } from "./queue.ts";
import type { Hosting } from "./service.ts";

/** The declared calls on projects from a hash or a template. */
export const sourceRoutes = ({ parts }: Hosting): Route[] => {
  const tell = async (
    { deployment, line }: Queued,
    { db, afterCommit, logged }: Pick<Context, "db" | "afterCommit" | "logged">,
  ): Promise<{ taskId: string }> => {
    const { id: taskId, project_id: projectId } = deployment;
    logged({ target: await nameOfProject(db, projectId), details: { projectId, taskId } });
    afterCommit(() => announce(parts.engines.realtime, deployment, "queued", line));
    return { taskId };
  };
  return [
    route(deployHashCall, async ({ caller, params, ...context }) =>
      tell(await deployHash(parts, context.db, caller.teamId, params.id!), context),
    ),
    route(editSourceCall, async ({ caller, params, body, ...context }) =>
      tell(await editSource(parts, context.db, caller.teamId, params.id!, body), context),
    ),
    route(createFromTemplateCall, async ({ caller, body, ...context }) => {
      const queued = await createFromTemplate(parts, context.db, caller.teamId, body);
      return { projectId: queued.deployment.project_id, ...(await tell(queued, context)) };
    }),
  ];
};
