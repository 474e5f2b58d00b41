/** GitHub push webhooks: one per repository, each with a separate secret. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import type { Db } from "../../engines/database/database.ts";
import { CodeHostError, type RepositoryName } from "../../engines/code-host/code-host.ts";
import { randomSecret } from "../secrets.ts";
import { findAccount, type AccountDeps } from "./accounts.ts";

export interface HookDeps extends AccountDeps {
  readonly log: Logger;
  /** URL at which GitHub reaches this server; undefined if it can't. */
  readonly publicUrl: string | undefined;
}

export interface HookedRepository extends RepositoryName {
  readonly id: string;
  readonly linkedBy: string | null;
}

export const pushPath = "/api/hosting/code-host/github/push";

const secretPurpose = (repositoryId: string): string => `GitHub hook of ${repositoryId}`;

/**
 * Adds or removes the webhook. GitHub's permanent refusals (no permission, account unlinked) are logged; other errors
 * are thrown, to be retried.
 */
export const setHook = async (
  deps: HookDeps,
  db: Db,
  repository: HookedRepository,
  isWanted: boolean,
): Promise<void> => {
  try {
    await (isWanted ? addHook(deps, db, repository) : removeHook(deps, db, repository));
  } catch (error) {
    if (!(error instanceof CodeHostError) || error.problem === "unreachable") throw error;
    deps.log.warn({ repositoryId: repository.id, problem: error.message }, "Updating the GitHub push webhook failed");
  }
};

/** Stores the secret first: GitHub can call as soon as it has it. */
const addHook = async (deps: HookDeps, db: Db, repository: HookedRepository): Promise<void> => {
  const { host, box, publicUrl } = deps;
  const personId = repository.linkedBy;
  const account = personId === null ? undefined : await findAccount(deps, db, personId);
  if (publicUrl === undefined || personId === null || !account) return;
  const url = new URL(pushPath, publicUrl);
  url.searchParams.set("repository", repository.id);
  const hook = await db
    .insertInto("code_host_hook")
    .values({
      repository_id: repository.id,
      person_id: personId,
      sealed_secret: box.seal(secretPurpose(repository.id), randomSecret()),
    })
    .onConflict((conflict) => conflict.column("repository_id").doUpdateSet({ person_id: personId }))
    .returning(["hook_id", "sealed_secret"])
    .executeTakeFirstOrThrow();
  if (hook.hook_id !== null) return;
  const secret = box.open(secretPurpose(repository.id), hook.sealed_secret);
  const hookId = await host.addHook(account.token, repository, { url: url.href, secret });
  await db.updateTable("code_host_hook").set({ hook_id: hookId }).where("repository_id", "=", repository.id).execute();
};

const removeHook = async (deps: HookDeps, db: Db, repository: HookedRepository): Promise<void> => {
  const hook = await db
    .deleteFrom("code_host_hook")
    .where("repository_id", "=", repository.id)
    .returning(["person_id", "hook_id"])
    .executeTakeFirst();
  const account = hook && (await findAccount(deps, db, hook.person_id));
  if (account && hook.hook_id !== null) await deps.host.removeHook(account.token, repository, hook.hook_id);
};

/**
 * Returns whether the body was signed (X-Hub-Signature-256) with the secret of the repository's hook, in constant time.
 */
export const isSigned = async (
  { box }: AccountDeps,
  db: Db,
  repositoryId: string,
  body: Buffer,
  signature: string,
): Promise<boolean> => {
  const hook = await db
    .selectFrom("code_host_hook")
    .select("sealed_secret")
    .where("repository_id", "=", repositoryId)
    .executeTakeFirst();
  // Compares with a random secret if there is no hook, so that both cases take equally long.
  const secret = hook ? box.open(secretPurpose(repositoryId), hook.sealed_secret) : randomSecret();
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected) && hook !== undefined;
};
