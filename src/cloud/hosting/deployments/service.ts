import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Site } from "../../gateway/serve/service.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { referencesTo } from "./discards.ts";
import { checkDue, followQueue, scheduleNameCheck } from "./pushes/follow-names.ts";
import type { HostingDeps, HostingContext } from "./deps.ts";
import { screenshotQueue, takeScreenshot } from "./screenshots/screenshots.ts";
import { previewSite, type Shown } from "./previews/previews.ts";
import type { Push } from "../repositories/service.ts";
import { deployPush } from "./pushes/push.ts";
import { createWorker } from "./builds/worker.ts";
import { deleteProject, prepareProject } from "./projects/projects.ts";
import { invalidField } from "../../kernel/app-error.ts";
import { prepareBuild, type BuildRequest } from "./deploy.ts";
import { presentProject, projectPresenter, type ProjectRow } from "./present.ts";
import { findProject, listProjects } from "./projects/project-reads.ts";
import { announceStarted } from "./publish/go-live.ts";

export type Hosting = ReturnType<typeof createHosting>;

const followRetries = 3;
const followSeconds = 600;
const screenshotRetries = 2;
const screenshotSeconds = 300;

/** Creates the hosting service: projects, their deployments and the deployment worker. */
export const createHosting = (engines: Engines, services: HostingDeps) => {
  /** For this service's routes. */
  const deps: HostingContext = { ...services, engines };
  const worker = createWorker(deps);
  const { db } = engines.database;
  deps.gateway.registerKind("project", (id) => liveSite(db, id));
  deps.gateway.registerKind("preview", (id) => previewSite(db, id));
  deps.contentOwners.publishes(
    sql`exists (select from deployment where deployment.cid = root.cid and deployment.state = 'success')`,
  );
  deps.contentOwners.owns(
    (teamId) => sql`exists (
      select from deployment
      where deployment.cid = root.cid and deployment.state = 'success' and deployment.team_id = ${teamId}
    )`,
  );
  deps.contentOwners.addReferenceCheck((trx, cids) => referencesTo(trx, deps.uploads, cids));
  /** Stops serving a deleted project and its previews, and removes its caches from this worker. */
  const forget = async (projectId: string, shown: readonly Shown[]): Promise<void> => {
    for (const { kind, id } of shown) deps.gateway.invalidate(kind, id);
    await worker.forget(projectId);
  };
  const duties: readonly Duty[] = [
    { name: "Follow IPNS names", every: "15 s", scope: "cluster", run: () => checkDue(deps) },
    ...worker.duties,
  ];
  return {
    deps,
    /** For the open API. */
    programs: createPrograms(deps),
    /** Counts live projects, deployments and files of the live sites of all teams. */
    totals,
    ofTeam,
    /** Deletes every project of a team; `forget` each once that is committed. */
    removeTeam: (trx: Trx, teamId: string): Promise<RemovedProject[]> => removeTeam(deps, trx, teamId),
    forget,
    /** Deploys a push to the projects that follow its branch. */
    pushed: (push: Push): Promise<void> => deployPush(deps, push),
    /** Looks soon at the projects that follow a name. */
    nameChanged: (trx: Trx, key: string): Promise<void> => scheduleNameCheck(deps, trx, key),
    /** Creates the job queues. Once per process before anything is queued; `work` also does it. */
    define: async (): Promise<void> => {
      await engines.jobs.define(followQueue, { concurrency: 1, retries: followRetries, expireSeconds: followSeconds });
      await engines.jobs.define(screenshotQueue, {
        concurrency: 1,
        retries: screenshotRetries,
        expireSeconds: screenshotSeconds,
      });
      await worker.define();
    },
    /** Starts the build worker, which first resumes deployments left unfinished by a crash. */
    work: async (): Promise<void> => {
      await worker.work();
      await engines.jobs.work(followQueue, () => checkDue(deps));
      await engines.jobs.work<{ projectId: string }>(screenshotQueue, ({ projectId }, signal) =>
        takeScreenshot(deps, { projectId, signal }),
      );
    },
    duties,
    /** Stops the build worker; other workers resume its deployments. */
    close: worker.close,
  };
};

const liveSite = async (db: Db, id: string): Promise<Site | undefined> => {
  if (!isUuid(id)) return undefined;
  const project = await db
    .selectFrom("project")
    .select(["live_cid", "team_id", "rewrite", "directory_list"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!project?.live_cid) return undefined;
  const { live_cid: cid, team_id: teamId, rewrite, directory_list: directoryList } = project;
  return { cid, teamId, subject: id, rewrite, directoryList };
};

const totals = async (
  db: Db,
): Promise<{ readonly sites: number; readonly deployments: number; readonly files: number }> => {
  const [live, all] = await Promise.all([
    db
      .selectFrom("project")
      .innerJoin("deployment", "deployment.id", "project.live_deployment_id")
      .select((eb) => [
        eb.fn.countAll<bigint>().as("sites"),
        eb.fn.sum<bigint | null>("deployment.file_count").as("files"),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("deployment")
      .select((eb) => eb.fn.countAll<bigint>().as("deployments"))
      .executeTakeFirstOrThrow(),
  ]);
  return { sites: Number(live.sites), files: Number(live.files ?? 0), deployments: Number(all.deployments) };
};

const ofTeam = async (db: Db, teamId: string): Promise<{ readonly projects: number; readonly deployments: number }> => {
  const [projects, deployments] = await Promise.all(
    (["project", "deployment"] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<bigint>().as("count"))
        .where("team_id", "=", teamId)
        .executeTakeFirstOrThrow(),
    ),
  );
  return { projects: Number(projects!.count), deployments: Number(deployments!.count) };
};

interface RemovedProject {
  readonly id: string;
  readonly shown: readonly Shown[];
}

/**
 * Deletes every project of a team as its owner would. Call `forget` for the returned sites once the transaction has
 * committed.
 */
const removeTeam = async (deps: HostingContext, trx: Trx, teamId: string): Promise<RemovedProject[]> => {
  const projects = await trx.selectFrom("project").select("id").where("team_id", "=", teamId).orderBy("id").execute();
  const removed: RemovedProject[] = [];
  for (const { id } of projects) removed.push({ id, shown: await deleteProject(deps, trx, teamId, id) });
  return removed;
};

const notFromFiles = "This project can't be deployed from files. Create another project.";

/** Hosting operations for other services, on behalf of API clients. */
const createPrograms = (deps: HostingContext) => {
  const { db } = deps.engines.database;
  return {
    /** Creates a project that is deployed by an API client. */
    create: async (trx: Trx, teamId: string, name: string): Promise<ProjectRow> => {
      const input = { name, platform: "IPFS", deployType: "UPLOAD", cli: true } as const;
      const create = await prepareProject(deps, trx, teamId, input);
      const row = await findProject(trx, teamId, await create(trx));
      // Nothing is deployed yet, so nothing can be paused.
      return presentProject(row, { mainLink: deps.siteUrl(row.label), isServed: true });
    },
    list: async (
      reader: Db,
      teamId: string,
      query: { page: number; size: number },
    ): Promise<{ items: ProjectRow[]; total: number }> => {
      const { rows, total } = await listProjects(reader, teamId, query);
      return { items: rows.map(await projectPresenter(deps, teamId)), total };
    },
    /**
     * Starts a deployment of a finished upload, in a separate transaction. Throws NOT_FOUND for another team's project
     * and INVALID_INPUT if its files come from another source.
     */
    deploy: async (
      teamId: string,
      projectId: string,
      request: Pick<BuildRequest, "uploadId" | "message">,
    ): Promise<{ taskId: string; projectName: string; url: string }> => {
      const { name: projectName, label, deploy_type } = await findProject(db, teamId, projectId);
      if (deploy_type !== "UPLOAD") throw invalidField("projectId", notFromFiles);
      const start = await prepareBuild(deps, db, teamId, projectId, { ...request, trigger: "cli" });
      const started = await db.transaction().execute(start);
      announceStarted(deps, started);
      return { taskId: started.deployment.id, projectName, url: deps.siteUrl(label) };
    },
  };
};
