import { clonePath } from "../../../../../resources/hosting/repositories/repositories.ts";
import {
  build,
  projectNameCheck,
  projectImage,
  projectSearch,
  projectUsage,
  renameProject as renameCall,
} from "../../../../../resources/hosting/project-calls.ts";
import { projects, type Variable } from "../../../../../resources/hosting/projects.ts";
import type { RepositoryRecord } from "../../repositories/service.ts";
import { resourceRoutes } from "../../../kernel/calls/resource-routes.ts";
import { inPhases, route, type Route } from "../../../kernel/calls/route.ts";
import { prepareBuild } from "../deploy.ts";
import { checkName, deleteProject, editProject, prepareProject, renameProject } from "./projects.ts";
import { latestOf, projectPresenter } from "../present.ts";
import { findProject, listProjects, nameOfProject, searchProjects } from "./project-reads.ts";
import { screenshotOf, takesScreenshots } from "../screenshots/screenshots.ts";
import { siteImage } from "../site-image.ts";
import { shownOf } from "../previews/previews.ts";
import { announceStarted } from "../publish/go-live.ts";
import { announceRemoval } from "../removal.ts";
import type { Hosting } from "../service.ts";
import type { Db } from "../../../engines/database/database.ts";
import type { HostingContext } from "../deps.ts";

const searchResultsMax = 20;

/** Routes for projects. */
export const projectRoutes = ({ deps, forget }: Hosting): Route[] => {
  const presenter = (teamId: string) => projectPresenter(deps, teamId);
  return [
    ...resourceRoutes(projects, {
      list: async ({ db, caller, query }) => {
        const { rows, total } = await listProjects(db, caller.teamId, query);
        return { items: rows.map(await presenter(caller.teamId)), total };
      },
      show: async ({ db, caller, params, origin }) => {
        const row = await findProject(db, caller.teamId, params.id);
        const repository = row.repository_id && (await deps.repositories.find(db, caller.teamId, row.repository_id));
        const env = caller.ability.can("edit", projects.name) ? row.environment : withoutValues(row.environment);
        const present = await presenter(caller.teamId);
        return { ...present(row), env, ...(repository && { repo: connected(repository, origin) }) };
      },
      create: inPhases({
        prepare: ({ db, caller, by, body }) =>
          prepareProject(deps, db, caller.teamId, { ...body, cli: by === "token" }),
        write: async ({ db }, create) => ({ projectId: await create(db) }),
      }),
      edit: async ({ db, caller, params, body, afterCommit, logged }) => {
        const removed = await editProject(deps, db, caller.teamId, params.id, body);
        if (removed) afterCommit(() => announceRemoval(deps, removed));
        logged({ target: await nameOfProject(db, params.id) });
        const shown = await shownOf(db, params.id);
        afterCommit(() => shown.forEach(({ kind, id }) => deps.gateway.invalidate(kind, id)));
        return null;
      },
      delete: async ({ db, caller, params, afterCommit, logged }) => {
        logged({ target: (await findProject(db, caller.teamId, params.id)).name });
        const shown = await deleteProject(deps, db, caller.teamId, params.id);
        afterCommit(() => forget(params.id, shown));
        return null;
      },
    }),
    route(projectUsage, async ({ db, caller, params }) => {
      const row = await findProject(db, caller.teamId, params.id);
      return { ...(await usedByProject(deps, db, caller.teamId, row.id)), latest: latestOf(row) ?? null };
    }),
    route(projectImage, async ({ db, caller, params, query }) => {
      const { id, label, live_cid: cid } = await findProject(db, caller.teamId, params.id);
      if (!cid || (query.hash ?? cid) !== cid) return { url: null, pending: false };
      const screenshot = await screenshotOf(db, id, cid);
      if (screenshot?.image)
        return { url: `data:image/webp;base64,${screenshot.image.toString("base64")}`, pending: false };
      const path = await siteImage(deps.engines.blocks, cid);
      return {
        url: path === undefined ? null : new URL(path, deps.siteUrl(label)).href,
        pending: !screenshot && takesScreenshots(deps),
      };
    }),
    route(projectSearch, async ({ db, caller, query }) => {
      const rows = await searchProjects(db, caller.teamId, query.keyword, searchResultsMax);
      return { items: rows.map(await presenter(caller.teamId)) };
    }),
    route(projectNameCheck, ({ db, caller, query }) => checkName(deps, db, caller.teamId, query.name)),
    route(renameCall, async ({ db, caller, params, body, logged }) => {
      await renameProject(db, caller.teamId, params.id, body.name);
      logged({ target: body.name });
      return null;
    }),
    route(
      build,
      inPhases({
        prepare: ({ db, caller, by, params, body }) => {
          const request = { ...body, ...(by === "token" && { trigger: "cli" as const }) };
          return prepareBuild(deps, db, caller.teamId, params.id, request);
        },
        write: async ({ db, params, afterCommit, logged }, start) => {
          const started = await start(db);
          logged({ target: await nameOfProject(db, params.id), details: { taskId: started.deployment.id } });
          afterCommit(() => announceStarted(deps, started));
          return { taskId: started.deployment.id };
        },
      }),
    ),
  ];
};

/** Values are often secrets: members with read-only access get the names only. */
const withoutValues = (variables: readonly Variable[]) => variables.map((variable) => ({ ...variable, value: "" }));

const connected = ({ id, provider, namespace, name, remoteUrl }: RepositoryRecord, origin: string) => ({
  id,
  provider,
  namespace,
  name,
  cloneUrl: remoteUrl ?? origin + clonePath(namespace, name),
});

/**
 * Returns a project's total usage: bytes served, seconds built, and bytes stored by its deployments (each root once).
 */
export const usedByProject = async (
  { usage }: Pick<HostingContext, "usage">,
  db: Db,
  teamId: string,
  projectId: string,
): Promise<{ usedBandwidth: number; usedBuildSeconds: number; usedStorage: number }> => {
  const roots = db
    .selectFrom("deployment")
    .select("size_bytes")
    .distinctOn("cid")
    .where("project_id", "=", projectId)
    .where("state", "=", "success");
  const [traffic, buildSeconds, stored] = await Promise.all([
    usage.ofSubject(db, teamId, "TRAFFIC", projectId),
    usage.ofSubject(db, teamId, "BUILD_TIME", projectId),
    db
      .selectFrom(roots.as("root"))
      .select((eb) => eb.fn.sum<bigint | null>("root.size_bytes").as("bytes"))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    usedBandwidth: Number(traffic),
    usedBuildSeconds: Number(buildSeconds),
    usedStorage: Number(stored.bytes ?? 0),
  };
};
