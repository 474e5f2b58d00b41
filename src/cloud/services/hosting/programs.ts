/** Hosting operations for other services, on behalf of API clients. */
import type { Db, Trx } from "../../engines/database/database.ts";
import { invalidField } from "../../app-error.ts";
import { prepareBuild, type BuildRequest } from "./deploy.ts";
import type { HostingContext } from "./deps.ts";
import { presentProject, projectPresenter, type ProjectRow } from "./present.ts";
import { findProject, listProjects } from "./project-reads.ts";
import { prepareProject } from "./projects.ts";
import { announceStarted } from "./publish-at-once.ts";

export interface Programs {
  /** Creates a project that is deployed by an API client. */
  create(trx: Trx, teamId: string, name: string): Promise<ProjectRow>;
  list(db: Db, teamId: string, query: { page: number; size: number }): Promise<{ items: ProjectRow[]; total: number }>;
  /**
   * Starts a deployment of a finished upload, in a separate transaction. Throws NOT_FOUND for another team's project
   * and INVALID_INPUT if its files come from another source.
   */
  deploy(
    teamId: string,
    projectId: string,
    request: Pick<BuildRequest, "uploadId" | "message">,
  ): Promise<{ taskId: string; projectName: string; url: string }>;
}

const notFromFiles = "This project can't be deployed from files. Create another project.";

export const createPrograms = (deps: HostingContext): Programs => {
  const { db } = deps.engines.database;
  return {
    create: async (trx, teamId, name) => {
      const input = { name, platform: "IPFS", deployType: "UPLOAD", cli: true } as const;
      const create = await prepareProject(deps, trx, teamId, input);
      const row = await findProject(trx, teamId, await create(trx));
      // Nothing is deployed yet, so nothing can be paused.
      return presentProject(row, { mainLink: deps.siteUrl(row.label), isServed: true });
    },
    list: async (reader, teamId, query) => {
      const { rows, total } = await listProjects(reader, teamId, query);
      return { items: rows.map(await projectPresenter(deps, teamId)), total };
    },
    deploy: async (teamId, projectId, request) => {
      const { name: projectName, label, deploy_type } = await findProject(db, teamId, projectId);
      if (deploy_type !== "UPLOAD") throw invalidField("projectId", notFromFiles);
      const start = await prepareBuild(deps, db, teamId, projectId, { ...request, trigger: "cli" });
      const started = await db.transaction().execute(start);
      announceStarted(deps, started);
      return { taskId: started.deployment.id, projectName, url: deps.siteUrl(label) };
    },
  };
};
