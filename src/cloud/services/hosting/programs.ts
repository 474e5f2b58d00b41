/** What other services ask of hosting on behalf of programs. */
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { startBuild, type BuildRequest } from "./deploy.ts";
import type { Parts } from "./parts.ts";
import { presentProject, type ListedProject, type ProjectRow } from "./present.ts";
import { findProject, listProjects } from "./project-reads.ts";
import { createProject } from "./projects.ts";
import { announceStarted } from "./publish-at-once.ts";

export interface Programs {
  /** A project that is deployed by a program. */
  create(trx: Trx, teamId: string, name: string): Promise<ProjectRow>;
  list(db: Db, teamId: string, query: { page: number; size: number }): Promise<{ items: ProjectRow[]; total: number }>;
  /**
   * Starts a deployment of a finished upload, in a transaction of its own. Throws NOT_FOUND for another team's project and
   * INVALID_INPUT for one whose files come from elsewhere.
   */
  deploy(
    teamId: string,
    projectId: string,
    request: Pick<BuildRequest, "uploadId" | "message">,
  ): Promise<{ taskId: string; projectName: string; url: string }>;
}

const notFromFiles = "This project is not deployed from files. Create another one.";

export const createPrograms = (parts: Parts): Programs => {
  const { db } = parts.engines.database;
  const present = (row: ListedProject) => presentProject(row, parts.siteUrl(row.label));
  return {
    create: async (trx, teamId, name) => {
      const input = { name, platform: "IPFS", deployType: "UPLOAD", cli: true } as const;
      return present(await findProject(trx, teamId, await createProject(parts, trx, teamId, input)));
    },
    list: async (reader, teamId, query) => {
      const { rows, total } = await listProjects(reader, teamId, query);
      return { items: rows.map(present), total };
    },
    deploy: async (teamId, projectId, request) => {
      const { name: projectName, label, deploy_type } = await findProject(db, teamId, projectId);
      if (deploy_type !== "UPLOAD") throw new AppError("INVALID_INPUT", { fields: { projectId: [notFromFiles] } });
      const started = await db
        .transaction()
        .execute((trx) => startBuild(parts, trx, teamId, projectId, { ...request, trigger: "cli" }));
      announceStarted(parts, started);
      return { taskId: started.deployment.id, projectName, url: parts.siteUrl(label) };
    },
  };
};
