import { clonePath } from "../../../../resources/hosting/repositories.ts";
import { build, projects, projectSearch, projectUsage } from "../../../../resources/hosting/projects.ts";
import type { RepositoryRecord } from "../repositories/service.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { startBuild } from "./deploy.ts";
import { announce } from "./events.ts";
import { latestOf, presentProject, type ListedProject } from "./present.ts";
import { findProject, listProjects, searchProjects } from "./project-reads.ts";
import { createProject, deleteProject, editProject } from "./projects.ts";
import type { Hosting } from "./service.ts";
import { usedByProject } from "./usage.ts";

const searchResultsMax = 20;

/** The declared calls on projects. */
export const projectRoutes = ({ parts, forget }: Hosting): Route[] => {
  const present = (row: ListedProject) => presentProject(row, parts.siteUrl(row.label));
  return [
    ...resourceRoutes(projects, {
      list: async ({ db, caller, query }) => {
        const { rows, total } = await listProjects(db, caller.teamId, query);
        return { items: rows.map(present), total };
      },
      show: async ({ db, caller, params, origin }) => {
        const row = await findProject(db, caller.teamId, params.id!);
        const repository = row.repository_id && (await parts.repositories.find(db, caller.teamId, row.repository_id));
        return { ...present(row), env: row.environment, ...(repository && { repo: connected(repository, origin) }) };
      },
      create: async ({ db, caller, body }) => ({ projectId: await createProject(parts, db, caller.teamId, body) }),
      edit: async ({ db, caller, params, body }) => {
        await editProject(db, caller.teamId, params.id!, body);
        return null;
      },
      delete: async ({ db, caller, params, afterCommit }) => {
        await deleteProject(parts, db, caller.teamId, params.id!);
        afterCommit(() => forget(params.id!));
        return null;
      },
    }),
    route(projectUsage, async ({ db, caller, params }) => {
      const row = await findProject(db, caller.teamId, params.id!);
      return { ...(await usedByProject(parts, db, caller.teamId, row.id)), latest: latestOf(row) ?? null };
    }),
    route(projectSearch, async ({ db, caller, query }) => ({
      items: await searchProjects(db, caller.teamId, query.keyword, searchResultsMax),
    })),
    route(build, async ({ db, caller, params, body, afterCommit }) => {
      const { deployment, line } = await startBuild(parts, db, caller.teamId, params.id!, body);
      afterCommit(() => announce(parts.engines.realtime, deployment, "queued", line));
      return { taskId: deployment.id };
    }),
  ];
};

const connected = ({ id, provider, namespace, name, remoteUrl }: RepositoryRecord, origin: string) => ({
  id,
  provider,
  namespace,
  name,
  cloneUrl: remoteUrl ?? origin + clonePath(namespace, name),
});
