import { deployHash as deployHashCall, editSource as editSourceCall } from "../../../../resources/hosting/projects.ts";
import { createFromTemplate as createFromTemplateCall } from "../../../../resources/hosting/templates.ts";
import type { Context } from "../route.ts";
import { route, type Route } from "../route.ts";
import { createFromTemplate, deployHash, editSource } from "./deploy-source.ts";
import { announce } from "./events.ts";
import type { Queued } from "./queue.ts";
import type { Hosting } from "./service.ts";

/** The declared calls on projects from a hash or a template. */
export const sourceRoutes = ({ parts }: Hosting): Route[] => {
  const tell = ({ deployment, line }: Queued, afterCommit: Context["afterCommit"]): { taskId: string } => {
    afterCommit(() => announce(parts.engines.realtime, deployment, "queued", line));
    return { taskId: deployment.id };
  };
  return [
    route(deployHashCall, async ({ db, caller, params, afterCommit }) =>
      tell(await deployHash(parts, db, caller.teamId, params.id!), afterCommit),
    ),
    route(editSourceCall, async ({ db, caller, params, body, afterCommit }) =>
      tell(await editSource(parts, db, caller.teamId, params.id!, body), afterCommit),
    ),
    route(createFromTemplateCall, async ({ db, caller, body, afterCommit }) => {
      const queued = await createFromTemplate(parts, db, caller.teamId, body);
      return { projectId: queued.deployment.project_id, ...tell(queued, afterCommit) };
    }),
  ];
};
