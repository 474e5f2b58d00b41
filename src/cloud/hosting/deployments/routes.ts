import { sql } from "kysely";
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
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { announceRemoval, cancel, deleteDeployment, removePreview } from "./removal.ts";
import { redeploy } from "./deploy.ts";
import { diffDeployments, encodedPath, listOutput, publishedBy, readOutput } from "./deployment-output.ts";
import { type DeploymentQuery, findDeployment, listDeployments, previousOf } from "./deployment-reads.ts";
import { presentSettings, type Project } from "./deployment-settings.ts";
import { readLines } from "./builds/log-store.ts";
import { addressesAt, presentDeployment, productionOf } from "./present.ts";
import { announceRollback, promote, rollBack } from "./rollback.ts";
import { aliases } from "../../../../resources/declare/aliases.ts";
import { parseCall } from "../../../../resources/declare/endpoints.ts";
import { fill } from "../../../../resources/declare/href.ts";
import {
  callDeployHook,
  deployHooks,
  previewPassword,
  previews,
  removePreviewPassword,
  setPreviewPassword,
} from "../../../../resources/hosting/hooks.ts";
import { prepareHookCall } from "./pushes/hooks.ts";
import { setPasswordOfPreviews } from "./previews/previews.ts";
import { hashOf, randomSecret } from "../../kernel/secrets.ts";
import { hashPassword } from "../../kernel/passwords.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { uuidOf } from "../../kernel/uuid.ts";
import { messages } from "./messages.ts";

/** Routes for projects and deployments. */
export const hostingRoutes = (hosting: Hosting): Route[] => [
  ...projectRoutes(hosting),
  ...deploymentRoutes(hosting),
  ...hookRoutes(hosting),
  ...passwordRoutes(hosting),
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
          const { project_id: projectId, project_name: target } = rolledBack.deployment;
          logged({ target, details: { projectId } });
          afterCommit(() => announceRollback(deps, rolledBack));
          return null;
        },
        promote: async ({ db, caller, params, afterCommit, logged }) => {
          const promoted = await promote(deps, db, caller.teamId, params.taskId);
          const { project_id: projectId, project_name: target, branch, cid } = promoted.deployment;
          logged({ target, details: { projectId, branch, cid } });
          afterCommit(() => announceRollback(deps, promoted));
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
  ...tableRoutes(deployHooks, "deploy_hook", {
    parent: {
      table: "project",
      column: "project_id",
      param: "id",
      name: "name",
      check: ({ deploy_type: deployType }) => {
        if (deployType !== "REPOSITORY") throw new AppError("INVALID_INPUT", { message: messages.hooksOfRepositories });
      },
    },
    target: "name",
    verbs: ({ create }) => ({
      create: async (context) => {
        const secret = randomSecret();
        const { id } = await create(context, { hash: hashOf(secret) });
        return { id, url: context.origin + hookPath(secret) };
      },
    }),
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
  ...tableRoutes(previews, "preview", {
    team: null,
    parent: { table: "project", column: "project_id", param: "id", name: "name" },
    sort: "updatedAt",
    columns: { taskId: newest("id"), state: newest("state") },
    present: ({ label, live_cid: liveCid, live_deployment_id: liveId, ...row }) => ({
      url: deps.siteUrl(label),
      online: liveCid !== null,
      live: liveId !== null && row["task_id"] === liveId,
    }),
    load: async (_rows, { caller }) => {
      const isServed = await deps.isServed(caller.teamId);
      return ({ live_cid: liveCid }) => ({ production: productionOf(liveCid, isServed) });
    },
    verbs: () => ({
      delete: async ({ db, caller, params, afterCommit, logged }) => {
        const project = await findProject(db, caller.teamId, params.id);
        const removed = await removePreview(deps, db, project, { id: uuidOf(params.previewId) });
        if (!removed) throw new AppError("NOT_FOUND");
        logged({ target: `${removed.branch} of ${project.name}` });
        afterCommit(() => announceRemoval(deps, removed));
        return null;
      },
    }),
  }),
];

/** Routes for the password of branch previews. */
const passwordRoutes = ({ deps }: Hosting): Route[] => {
  const store = async (
    { db, afterCommit, logged }: Pick<Context, "db" | "afterCommit" | "logged">,
    { id, name }: Project,
    hash: Buffer | null,
  ) => {
    const shown = await setPasswordOfPreviews(db, id, hash);
    logged({ target: name });
    afterCommit(() => shown.forEach((preview) => deps.gateway.invalidate(preview.kind, preview.id)));
    return null;
  };
  return [
    route(previewPassword, async ({ db, caller, params }) => {
      const project = await findProject(db, caller.teamId, params.id);
      return { isSet: project.preview_password !== null };
    }),
    route(
      setPreviewPassword,
      inPhases({
        prepare: async ({ db, caller, params, body }) => {
          const project = await findProject(db, caller.teamId, params.id);
          if (project.deploy_type !== "REPOSITORY") throw invalidField("password", messages.previewsOfRepositories);
          return { project, hash: await hashPassword(body.password) };
        },
        write: (context, { project, hash }) => store(context, project, hash),
      }),
    ),
    route(removePreviewPassword, async (context) =>
      store(context, await findProject(context.db, context.caller.teamId, context.params.id), null),
    ),
  ];
};

const hookPath = (secret: string): string => {
  const { alias, path } = parseCall(callDeployHook.call);
  return aliases[alias] + fill(path, { secret });
};

/** SQL of a column of a preview's newest deployment. */
const newest = (column: "id" | "state") =>
  sql`(select ${sql.ref(column)} from deployment where preview_id = preview.id order by number desc limit 1)`;
