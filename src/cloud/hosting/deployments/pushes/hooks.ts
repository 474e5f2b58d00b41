/** Deploy hooks: secret URLs that deploy a branch when called. */
import { sql } from "kysely";
import { AppError } from "../../../kernel/app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { hashOf } from "../../../kernel/secrets.ts";
import { prepareBuild } from "../deploy.ts";
import type { HostingContext } from "../deps.ts";
import type { Queued } from "../builds/queue.ts";

/**
 * Resolves the newest commit of the hook's branch; the returned function queues it. Throws HOOK_NOT_FOUND, or the
 * reason it can't be queued.
 */
export const prepareHookCall = async (
  deps: HostingContext,
  db: Db,
  secret: string,
): Promise<(trx: Trx) => Promise<Queued>> => {
  const hook = await db
    .selectFrom("deploy_hook")
    .select(["id", "project_id", "team_id", "branch"])
    .where("hash", "=", hashOf(secret))
    .executeTakeFirst();
  if (!hook) throw new AppError("HOOK_NOT_FOUND");
  const request = { branch: hook.branch, trigger: "hook" } as const;
  const start = await prepareBuild(deps, db, hook.team_id, hook.project_id, request);
  return async (trx) => {
    const used = await trx
      .updateTable("deploy_hook")
      .set({ used_at: sql<Date>`now()` })
      .where("id", "=", hook.id)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw new AppError("HOOK_NOT_FOUND");
    return start(trx);
  };
};
