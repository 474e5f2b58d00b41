/** Has GitHub tell us of pushes to a repository for as long as a project deploys on them. */
import type { Trx } from "../../engines/database/database.ts";
import type { HostingContext } from "./deps.ts";

export const pushHookQueue = "push-hook";

interface PushHookJob {
  readonly repositoryId: string;
}

/** Call after a project that uses the repository came, changed or went: within the transaction, so that it is looked into if it commits. */
export const notePushHook = async (
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

/** Looks at what the projects want now, not at what they wanted when it was noted. */
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
