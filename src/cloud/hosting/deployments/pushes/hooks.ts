/** Deploy hooks: secret URLs that deploy a branch when called. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Row } from "../../../../../resources/declare/define.ts";
import { deployHooksPerProject } from "../../../../../resources/limits.ts";
import { deployHooks } from "../../../../../resources/hosting/hooks.ts";
import { AppError, notFound } from "../../../kernel/app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { hashOf, randomSecret } from "../../../kernel/secrets.ts";
import { prepareBuild } from "../deploy.ts";
import { uuidOf } from "../../../kernel/uuid.ts";
import type { HostingContext } from "../deps.ts";
import { findProject } from "../projects/project-reads.ts";
import type { Queued } from "../builds/queue.ts";
import { messages } from "../messages.ts";
import { present } from "../../../kernel/calls/present.ts";

/** Lists a project's hooks, newest first. */
export const listHooks = async (db: Db, projectId: string): Promise<Row<typeof deployHooks>[]> => {
  const rows = await db
    .selectFrom("deploy_hook")
    .select(["id", "name", "branch", "used_at", "created_at"])
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => present(deployHooks.schema, row));
};

/**
 * Creates a hook and returns its secret, which is not stored. Throws LIMIT_REACHED, or INVALID_INPUT for a project
 * without a repository.
 */
export const createHook = async (
  trx: Trx,
  teamId: string,
  projectId: string,
  input: { readonly name: string; readonly branch: string },
): Promise<{ readonly id: string; readonly secret: string }> => {
  const project = await findProject(trx, teamId, projectId);
  if (project.deploy_type !== "REPOSITORY")
    throw new AppError("INVALID_INPUT", { message: messages.hooksOfRepositories });
  // Locks the project, so that concurrent requests can't exceed the limit.
  await trx.selectFrom("project").select("id").where("id", "=", project.id).forUpdate().execute();
  if ((await listHooks(trx, project.id)).length >= deployHooksPerProject) throw new AppError("LIMIT_REACHED");
  const [id, secret] = [randomUUID(), randomSecret()];
  await trx
    .insertInto("deploy_hook")
    .values({ id, project_id: project.id, team_id: teamId, ...input, hash: hashOf(secret) })
    .execute();
  return { id, secret };
};

/** Deletes a hook and returns its name. Throws NOT_FOUND. */
export const deleteHook = async (trx: Trx, projectId: string, id: string): Promise<string> => {
  const all = trx.deleteFrom("deploy_hook").where("project_id", "=", projectId).returning("name");
  const deleted = await all.where("id", "=", uuidOf(id)).executeTakeFirstOrThrow(notFound);
  return deleted.name;
};

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
