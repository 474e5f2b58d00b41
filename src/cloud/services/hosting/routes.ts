import { type Route, type Context, inPhases, route } from "../route.ts";
import { deploymentRoutes } from "./deployment-routes.ts";
import { hookRoutes } from "./hook-routes.ts";
import { projectRoutes } from "./project-routes.ts";
import type { Hosting } from "./service.ts";
import {
  deployHash as deployHashCall,
  editSource as editSourceCall,
} from "../../../../resources/hosting/project-calls.ts";
import { createFromTemplate as createFromTemplateCall } from "../../../../resources/hosting/templates.ts";
import { prepareEdit, prepareFromTemplate, prepareHash } from "./deploy-source.ts";
import { announce } from "./events.ts";
import { nameOfProject } from "./project-reads.ts";
import type { Queued } from "./queue.ts";

/** Routes for projects and deployments. */
export const hostingRoutes = (hosting: Hosting): Route[] => [
  ...projectRoutes(hosting),
  ...deploymentRoutes(hosting),
  ...hookRoutes(hosting),
  ...sourceRoutes(hosting),
];

/** Routes for projects from a hash or a template. */
const sourceRoutes = ({ deps }: Hosting): Route[] => {
  const announceQueued = async (
    { deployment, line }: Queued,
    { db, afterCommit, logged }: Pick<Context, "db" | "afterCommit" | "logged">,
  ): Promise<{ taskId: string }> => {
    const { id: taskId, project_id: projectId } = deployment;
    logged({ target: await nameOfProject(db, projectId), details: { projectId, taskId } });
    afterCommit(() => announce(deps.engines.realtime, deployment, "queued", line));
    return { taskId };
  };
  return [
    route(
      deployHashCall,
      inPhases({
        prepare: ({ db, caller, params }) => prepareHash(deps, db, caller.teamId, params.id!),
        write: async (context, queue) => announceQueued(await queue(context.db), context),
      }),
    ),
    route(
      editSourceCall,
      inPhases({
        prepare: ({ db, caller, params, body }) => prepareEdit(deps, db, caller.teamId, params.id!, body),
        write: async (context, queue) => announceQueued(await queue(context.db), context),
      }),
    ),
    route(
      createFromTemplateCall,
      inPhases({
        prepare: ({ db, caller, body }) => prepareFromTemplate(deps, db, caller.teamId, body),
        write: async (context, queue) => {
          const queued = await queue(context.db);
          return { projectId: queued.deployment.project_id, ...(await announceQueued(queued, context)) };
        },
      }),
    ),
  ];
};
