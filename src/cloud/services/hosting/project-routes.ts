import { clonePath } from "../../../../resources/hosting/repositories.ts";
import { build, projectSearch, projectUsage } from "../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import type { RepositoryRecord } from "../repositories/service.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { startBuild } from "./deploy.ts";
import { editProject } from "./edit-project.ts";
import { latestOf, presentProject, type ListedProject } from "./present.ts";
import { findProject, listProjects, nameOfProject, searchProjects } from "./project-reads.ts";
import { createProject, deleteProject } from "./projects.ts";
import { shownOf } from "./previews.ts";
import { announceStarted } from "./publish-at-once.ts";
import { announceRemoval } from "./remove-preview.ts";
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
        const env = caller.ability.can("edit", projects.name) ? row.environment : withoutValues(row.environment);
        return { ...present(row), env, ...(repository && { repo: connected(repository, origin) }) };
      },
      create: async ({ db, caller, by, body }) => ({
        projectId: await createProject(parts, db, caller.teamId, { ...body, cli: by === "token" }),
      }),
      edit: async ({ db, caller, params, body, afterCommit, logged }) => {
        const removed = await editProject(parts, db, caller.teamId, params.id!, body);
        if (removed) afterCommit(() => announceRemoval(parts, removed));
        logged({ target: await nameOfProject(db, params.id!) });
        const shown = await shownOf(db, params.id!);
        afterCommit(() => shown.forEach(({ kind, id }) => parts.gateway.invalidate(kind, id)));
        return null;
      },
      delete: async ({ db, caller, params, afterCommit, logged }) => {
        logged({ target: (await findProject(db, caller.teamId, params.id!)).name });
        const shown = await deleteProject(parts, db, caller.teamId, params.id!);
        afterCommit(() => forget(params.id!, shown));
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
    route(build, async ({ db, caller, by, params, body, afterCommit, logged }) => {
      const request = { ...body, ...(by === "token" && { trigger: "cli" as const }) };
      const started = await startBuild(parts, db, caller.teamId, params.id!, request);
      logged({ target: await nameOfProject(db, params.id!), details: { taskId: started.deployment.id } });
      afterCommit(() => announceStarted(parts, started));
      return { taskId: started.deployment.id };
    }),
  ];
};

/** Values are often secrets: who may not change them sees the names only. */
const withoutValues = (variables: readonly { readonly key: string }[]) =>
  variables.map(({ key }) => ({ key, value: "" }));

const connected = ({ id, provider, namespace, name, remoteUrl }: RepositoryRecord, origin: string) => ({
  id,
  provider,
  namespace,
  name,
  cloneUrl: remoteUrl ?? origin + clonePath(namespace, name),
});
