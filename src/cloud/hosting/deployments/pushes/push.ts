import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { LogLine } from "../../../../../resources/hosting/log-line.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { recordOperation } from "../../../account/operation-log/service.ts";
import type { Push } from "../../repositories/service.ts";
import type { Project } from "../deployment-settings.ts";
import { queueBuild, targetOf, type Commit } from "../deploy.ts";
import { announce, type Subject } from "../events.ts";
import { appendLines, lineOf } from "../builds/log-store.ts";
import type { HostingContext } from "../deps.ts";
import { touchProject, type Deployment } from "../builds/queue.ts";
import { announceRemoval, removePreview } from "../removal.ts";

/**
 * Queues a deployment for each project that deploys on a push: the project's branch to the site, other branches to
 * their preview. A deleted branch removes its previews. Once this resolves the push can be acknowledged: its effects
 * are stored.
 */
export const deployPush = async (deps: HostingContext, push: Push): Promise<void> => {
  const { db } = deps.engines.database;
  const projects = await db
    .selectFrom("project")
    .select("id")
    .where("repository_id", "=", push.repositoryId)
    .orderBy("id")
    .execute();
  for (const { id } of projects) await (push.commit ? deployTo(deps, id, push) : removeFrom(deps, id, push));
};

const deployTo = async (deps: HostingContext, projectId: string, push: Push): Promise<void> => {
  const { database, realtime } = deps.engines;
  const inTurn = <T>(act: (trx: Trx, project: Project, commit: Commit) => Promise<T>): Promise<T | undefined> =>
    database.db.transaction().execute(async (trx) => {
      const project = await lockProject(trx, projectId);
      if (!project || !wants(project, push.branch)) return undefined;
      const commit = await newest(deps, trx, push);
      return commit && !(await isKnown(trx, project, commit)) ? act(trx, project, commit) : undefined;
    });
  try {
    const started = await inTurn(async (trx, project, commit) => {
      const queued = await queueBuild(deps, trx, project, "push", commit);
      await recordPushOperation(trx, project, queued.deployment, push);
      return queued;
    });
    if (started) announce(realtime, started.deployment, "queued", started.line);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const failed = await inTurn((trx, project, commit) => recordRefused(trx, project, commit, error.message));
    if (failed) announce(realtime, failed.deployment, "failure", failed.line);
  }
};

/** Records the operation: a push is not an API call, which would record it. */
const recordPushOperation = (
  trx: Trx,
  { id: projectId, team_id: teamId, name: target }: Project,
  { id: taskId, branch, commit_hash: commit }: Deployment,
  { pusher }: Push,
): Promise<void> =>
  recordOperation(trx, {
    teamId,
    personId: pusher?.personId ?? null,
    via: "PUSH",
    action: "HOSTING_DEPLOY_PROJECT",
    target,
    details: { projectId, taskId, branch, commit },
    ip: pusher?.ip ?? "",
  });

const wants = (project: Project, branch: string): boolean =>
  project.deploys_on_push && (targetOf(project, branch) === "production" || project.previews);

/**
 * Returns the pushed commit if it is the branch's newest. Of two concurrent pushes the older can arrive last; it is
 * skipped because the newer one is queued or waits for the project's row.
 */
const newest = async (
  { engines, repositories }: HostingContext,
  trx: Trx,
  { teamId, repositoryId, branch, commit: pushed }: Push,
): Promise<Commit | undefined> => {
  const repository = await repositories.find(trx, teamId, repositoryId);
  const head = repository && (await engines.git.head(trx, repositories.pathOf(repository), branch));
  if (!pushed || head !== pushed.hash) return undefined;
  return { branch, commit_hash: pushed.hash, message: pushed.subject, author: pushed.author };
};

/** Returns whether the commit was already deployed: the other host or a retry can report a push twice. */
const isKnown = async (trx: Trx, project: Project, commit: Commit): Promise<boolean> => {
  const last = await trx
    .selectFrom("deployment")
    .leftJoin("preview", "preview.id", "deployment.preview_id")
    .select(["deployment.commit_hash", "deployment.preview_id", "preview.id as shown_in"])
    .where("deployment.project_id", "=", project.id)
    .where("deployment.branch", "=", commit.branch)
    .where("deployment.trigger", "=", "push")
    .orderBy("deployment.number", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.commit_hash === commit.commit_hash && last.preview_id === last.shown_in;
};

/** Removes the branch's previews unless it was pushed again meanwhile. */
const removeFrom = async (
  deps: HostingContext,
  projectId: string,
  { teamId, repositoryId, branch }: Push,
): Promise<void> => {
  const { engines, repositories } = deps;
  const removed = await engines.database.db.transaction().execute(async (trx) => {
    const project = await lockProject(trx, projectId);
    const repository = await repositories.find(trx, teamId, repositoryId);
    if (!project || !repository || (await engines.git.head(trx, repositories.pathOf(repository), branch)))
      return undefined;
    return removePreview(deps, trx, project, { branch });
  });
  if (removed) announceRemoval(deps, removed);
};

/** Records a failed deployment with the reason, since nobody sees the response to a push. */
const recordRefused = async (
  trx: Trx,
  project: Project,
  source: Commit,
  message: string,
): Promise<{ deployment: Subject; line: LogLine }> => {
  await touchProject(trx, project.id);
  const deployment = await trx
    .insertInto("deployment")
    .values({
      id: randomUUID(),
      project_id: project.id,
      team_id: project.team_id,
      lane: "build",
      trigger: "push",
      preview_id: await previewOfRefused(trx, project, source.branch!),
      ...source,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [line] = (await appendLines(trx, deployment, [lineOf(message)])) ?? [];
  const ended = { state: "failure", error_message: message, ended_at: sql<Date>`clock_timestamp()` } as const;
  await trx.updateTable("deployment").set(ended).where("id", "=", deployment.id).execute();
  return { deployment, line: line! };
};

/** Returns the branch's existing preview: a refused push claims no host name and replaces no preview. */
const previewOfRefused = async (trx: Trx, project: Project, branch: string): Promise<string | null> => {
  if (targetOf(project, branch) === "production") return null;
  const preview = await trx
    .selectFrom("preview")
    .select("id")
    .where("project_id", "=", project.id)
    .where("branch", "=", branch)
    .executeTakeFirst();
  return preview?.id ?? randomUUID();
};

const lockProject = (trx: Trx, id: string): Promise<Project | undefined> =>
  trx.selectFrom("project").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
