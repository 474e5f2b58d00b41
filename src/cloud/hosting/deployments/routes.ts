import { type Route, type Context, inPhases, route } from "../../kernel/calls/route.ts";
import { projectRoutes } from "./projects/project-routes.ts";
import type { Hosting } from "./service.ts";
import {
  deployHash as deployHashCall,
  editSource as editSourceCall,
} from "../../../../resources/hosting/project-calls.ts";
import { createFromTemplate as createFromTemplateCall } from "../../../../resources/hosting/templates/templates.ts";
import { prepareEdit, prepareFromTemplate, prepareHash } from "./sources/deploy-source.ts";
import { announce } from "./events.ts";
import { nameOfProject, findProject } from "./projects/project-reads.ts";
import type { Queued } from "./builds/queue.ts";
import {
  deploymentDiff,
  deploymentFile,
  deploymentLog,
  deploymentOutput,
  deploymentsOfProject,
} from "../../../../resources/hosting/deployment-calls.ts";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { announceRemoval, cancel, deleteDeployment, removePreview } from "./removal.ts";
import { redeploy } from "./deploy.ts";
import { diffDeployments, encodedPath, listOutput, publishedBy, readOutput } from "./deployment-output.ts";
import { type DeploymentQuery, findDeployment, listDeployments, previousOf } from "./deployment-reads.ts";
import { presentSettings } from "./deployment-settings.ts";
import { readLines } from "./builds/log-store.ts";
import { addressesAt, presentDeployment, productionOf } from "./present.ts";
import { announceRollback, rollBack } from "./rollback.ts";
import { aliases } from "../../../../resources/declare/aliases.ts";
import { parseCall } from "../../../../resources/declare/endpoints.ts";
import { fill } from "../../../../resources/declare/href.ts";
import { callDeployHook, deployHooks, previews, type Preview } from "../../../../resources/hosting/hooks.ts";
import { createHook, deleteHook, listHooks, prepareHookCall } from "./pushes/hooks.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

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
        prepare: ({ db, caller, params }) => prepareHash(deps, db, caller.teamId, params.id),
        write: async (context, queue) => announceQueued(await queue(context.db), context),
      }),
    ),
    route(
      editSourceCall,
      inPhases({
        prepare: ({ db, caller, params, body }) => prepareEdit(deps, db, caller.teamId, params.id, body),
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

/** Routes for deployments. */
const deploymentRoutes = (hosting: Hosting): Route[] => {
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
          logged({ target: (await findDeployment(db, caller.teamId, params.taskId)).project_name });
          await deleteDeployment(deps, db, caller.teamId, params.taskId);
          return null;
        },
        show: async ({ db, caller, params, origin }) => {
          const row = await findDeployment(db, caller.teamId, params.taskId);
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
          const { deployment, line } = await redeploy(deps, db, caller.teamId, params.taskId);
          const target = await nameOfProject(db, deployment.project_id);
          logged({ target, details: { newTaskId: deployment.id } });
          afterCommit(() => announce(realtime, deployment, "queued", line));
          return { taskId: deployment.id };
        },
        cancel: async ({ db, caller, params, afterCommit, logged }) => {
          const { deployment, line } = await cancel(db, caller.teamId, params.taskId);
          logged({ target: await nameOfProject(db, deployment.project_id) });
          if (line) afterCommit(() => announce(realtime, deployment, "cancelled", line));
          return null;
        },
        rollback: async ({ db, caller, params, afterCommit, logged }) => {
          const rolledBack = await rollBack(deps, db, caller.teamId, params.taskId);
          logged({ target: rolledBack.deployment.project_name });
          afterCommit(() => announceRollback(deps, rolledBack));
          return null;
        },
      },
    ),
    route(deploymentsOfProject, async ({ db, caller, params, query, origin }) => {
      const { id: projectId } = await findProject(db, caller.teamId, params.projectId);
      return page(db, caller.teamId, { ...query, projectId }, origin);
    }),
    route(deploymentLog, async ({ db, caller, params, query }) => {
      const { number } = await findDeployment(db, caller.teamId, params.taskId);
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
      const after = await findDeployment(db, caller.teamId, params.taskId);
      const before = await findDeployment(db, caller.teamId, params.otherTaskId);
      if (before.project_id !== after.project_id) throw new AppError("NOT_FOUND");
      const addresses = addressesAt(deps, origin);
      return {
        before: presentDeployment(before, addresses),
        after: presentDeployment(after, addresses),
        ...(await diffDeployments(blocks, before, after)),
      };
    }),
    route(deploymentOutput, async ({ db, caller, params, query }) => ({
      items: await listOutput(blocks, await rootOf(db, caller.teamId, params.taskId), query),
    })),
    route(deploymentFile, async ({ db, caller, params, query: { path }, origin }) => {
      const root = await rootOf(db, caller.teamId, params.taskId);
      const link = addressesAt(deps, origin).cidUrl(root) + encodedPath(path);
      return { ...(await readOutput(blocks, root, path)), link };
    }),
  ];
};

/** Routes for deploy hooks and branch previews. */
const hookRoutes = ({ deps }: Hosting): Route[] => [
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
