import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { LogLine } from "../../../../resources/hosting/deployments.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import type { Push } from "../repositories/service.ts";
import type { Project } from "./attempt.ts";
import { queueBuild, type Commit } from "./deploy.ts";
import { announce, type Subject } from "./events.ts";
import { appendLines, lineOf } from "./log-store.ts";
import type { Parts } from "./parts.ts";
import { touchProject } from "./queue.ts";

/**
 * Queues a deployment of each project that deploys on a push to this branch. Once this resolves the push may be acknowledged:
 * its deployments are stored.
 */
export const deployPush = async (parts: Parts, push: Push): Promise<void> => {
  const { db } = parts.engines.database;
  const projects = await db
    .selectFrom("project")
    .selectAll()
    .where("repository_id", "=", push.repositoryId)
    .where("branch", "=", push.branch)
    .where("deploys_on_push", "=", true)
    .orderBy("id")
    .execute();
  for (const project of projects) await deployTo(parts, project, push);
};

const deployTo = async (parts: Parts, project: Project, push: Push): Promise<void> => {
  const { database, realtime } = parts.engines;
  const refused = (sentence: string) =>
    database.db.transaction().execute(async (trx) => {
      const commit = await newest(parts, trx, project, push);
      return commit && keepRefused(trx, project, commit, sentence);
    });
  const queued = database.db.transaction().execute(async (trx) => {
    const commit = await newest(parts, trx, project, push);
    return commit && queueBuild(parts, trx, project, "push", commit);
  });
  try {
    const started = await queued;
    if (started) announce(realtime, started.deployment, "queued", started.line);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const failed = await refused(error.message);
    if (failed) announce(realtime, failed.deployment, "failure", failed.line);
  }
};

/**
 * The pushed commit, while it is the branch's newest. Of two pushes at the same time the older may get here last; it is left
 * out then, for the newer one is queued already or waits for the project's row.
 */
const newest = async (
  { engines, repositories }: Parts,
  trx: Trx,
  project: Project,
  { teamId, repositoryId, branch, commit: pushed }: Push,
): Promise<Commit | undefined> => {
  await touchProject(trx, project.id);
  const repository = await repositories.find(trx, teamId, repositoryId);
  const head = repository && (await engines.git.commit(repositories.pathOf(repository), branch));
  if (head?.hash !== pushed.hash) return undefined;
  return { branch, commit_hash: head.hash, message: head.subject, author: head.author };
};

/** Nobody waits for an answer to a push: a deployment that failed at once tells why there is no new site. */
const keepRefused = async (
  trx: Trx,
  project: Project,
  source: Commit,
  sentence: string,
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
      ...source,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [line] = (await appendLines(trx, deployment, [lineOf(sentence)])) ?? [];
  const ended = { state: "failure", error_message: sentence, ended_at: sql<Date>`clock_timestamp()` } as const;
  await trx.updateTable("deployment").set(ended).where("id", "=", deployment.id).execute();
  return { deployment, line: line! };
};
