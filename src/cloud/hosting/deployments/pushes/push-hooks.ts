/** Keeps a GitHub webhook on a repository while a project deploys on its pushes. */
import type { Trx } from "../../../engines/database/database.ts";
import type { HostingContext } from "../deps.ts";

export const pushHookQueue = "push-hook";

interface PushHookJob {
  readonly repositoryId: string;
}

/**
 * Schedules a check of a repository's webhook. Call it in the transaction that adds, changes or deletes one of its
 * projects.
 */
export const schedulePushHook = async (
  { engines, repositories }: HostingContext,
  trx: Trx,
  teamId: string,
  repositoryId: string | null | undefined,
): Promise<void> => {
  const repository = repositoryId ? await repositories.find(trx, teamId, repositoryId) : undefined;
  if (repository?.provider !== "GITHUB") return;
  const job: PushHookJob = { repositoryId: repository.id };
  await engines.jobs.send(trx, pushHookQueue, job);
};

/** Adds or removes the webhook according to the current projects, not those at the time of scheduling. */
export const settlePushHook = async (
  { engines, repositories }: HostingContext,
  { repositoryId }: PushHookJob,
): Promise<void> => {
  const listening = await engines.database.db
    .selectFrom("project")
    .select("id")
    .where("repository_id", "=", repositoryId)
    .where("deploys_on_push", "=", true)
    .limit(1)
    .executeTakeFirst();
  await repositories.setPushHook(repositoryId, listening !== undefined);
};
