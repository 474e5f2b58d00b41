import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { LogLine } from "../../../../resources/hosting/deployments.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../errors.ts";
import type { Project } from "./attempt.ts";
import { queueBuild, type Commit } from "./deploy.ts";
import { announce, type Subject } from "./events.ts";
import { appendLines, lineOf } from "./log-store.ts";
import type { Parts } from "./parts.ts";
import { touchProject } from "./queue.ts";

export interface Push {
  readonly repositoryId: string;
  readonly branch: string;
  readonly commit: { readonly hash: string; readonly subject: string; readonly author: string };
}

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

const deployTo = async (parts: Parts, project: Project, { branch, commit }: Push): Promise<void> => {
  const { database, realtime } = parts.engines;
  const source = { branch, commit_hash: commit.hash, message: commit.subject, author: commit.author };
  try {
    const { deployment, line } = await database.db
      .transaction()
      .execute((trx) => queueBuild(parts, trx, project, "push", source));
    announce(realtime, deployment, "queued", line);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refused = await database.db.transaction().execute((trx) => keepRefused(trx, project, source, error.message));
    announce(realtime, refused.deployment, "failure", refused.line);
  }
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
