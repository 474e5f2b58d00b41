import { aliases } from "../../../../resources/aliases.ts";
import { parseCall } from "../../../../resources/endpoints.ts";
import { fill } from "../../../../resources/href.ts";
import { callDeployHook, deployHooks, previews, type Preview } from "../../../../resources/hosting/hooks.ts";
import { AppError } from "../../app-error.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { inPhases, route, type Route } from "../route.ts";
import { announce } from "./events.ts";
import { createHook, deleteHook, listHooks, prepareHookCall } from "./hooks.ts";
import { isUuid } from "../uuid.ts";
import { findProject, nameOfProject } from "./project-reads.ts";
import { announceRemoval, removePreview } from "./remove-preview.ts";
import type { Hosting } from "./service.ts";
import type { Db } from "../../engines/database/database.ts";
import { productionOf } from "./present.ts";
import { secondsOf } from "../seconds-of.ts";

/** Routes for deploy hooks and branch previews. */
export const hookRoutes = ({ deps }: Hosting): Route[] => [
  ...resourceRoutes(deployHooks, {
    list: async ({ db, caller, params }) => {
      const { id } = await findProject(db, caller.teamId, params.id);
      return { items: await listHooks(db, id) };
    },
    create: async ({ db, caller, params, body, origin, logged }) => {
      const { id, secret } = await createHook(db, caller.teamId, params.id, body);
      logged({ target: `${body.name} of ${await nameOfProject(db, params.id)}` });
      return { id, url: origin + hookPath(secret) };
    },
    delete: async ({ db, caller, params, logged }) => {
      const { id, name } = await findProject(db, caller.teamId, params.id);
      const hook = await deleteHook(db, id, params.hookId);
      logged({ target: `${hook} of ${name}` });
      return null;
    },
  }),
  route(
    callDeployHook,
    inPhases({
      prepare: ({ db, params }) => prepareHookCall(deps, db, params.secret),
      write: async ({ db, afterCommit, logged }, start) => {
        const { deployment, line } = await start(db);
        const { id: taskId, project_id: projectId, team_id: teamId, branch } = deployment;
        const target = await nameOfProject(db, projectId);
        logged({ teamId, personId: null, via: "HOOK", target, details: { projectId, taskId, branch } });
        afterCommit(() => announce(deps.engines.realtime, deployment, "queued", line));
        return { taskId: deployment.id };
      },
    }),
  ),
  ...resourceRoutes(previews, {
    list: async ({ db, caller, params }) => {
      const { id } = await findProject(db, caller.teamId, params.id);
      const isServed = await deps.isServed(caller.teamId);
      return { items: await listPreviews(db, id, { siteUrl: deps.siteUrl, isServed }) };
    },
    delete: async ({ db, caller, params, afterCommit, logged }) => {
      const project = await findProject(db, caller.teamId, params.id);
      const id = params.previewId;
      const removed = isUuid(id) ? await removePreview(deps, db, project, { id }) : undefined;
      if (!removed) throw new AppError("NOT_FOUND");
      logged({ target: `${removed.branch} of ${project.name}` });
      afterCommit(() => announceRemoval(deps, removed));
      return null;
    },
  }),
];

const hookPath = (secret: string): string => {
  const { alias, path } = parseCall(callDeployHook.call);
  return aliases[alias] + fill(path, { secret });
};

/** Lists a project's previews with their newest deployments, last deployed first, in one query. */
const listPreviews = async (
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
