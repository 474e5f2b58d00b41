/** Cancels deployments, and deletes them and previews. */
import { sql } from "kysely";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import { endedStates } from "../../../../resources/hosting/states.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import { lockRoots } from "../../storage/content-owners/service.ts";
import { findDeployment } from "./deployment-reads.ts";
import type { HostingContext } from "./deps.ts";
import { discardDeployment } from "./discards.ts";
import { announce } from "./events.ts";
import { appendLines, lineOf } from "./builds/log-store.ts";
import { messages } from "./messages.ts";
import { dropPreview } from "./previews/previews.ts";
import { touchProject } from "./builds/queue.ts";

interface Cancelled {
  readonly deployment: { readonly id: string; readonly project_id: string; readonly team_id: string };
  /** Last log line of a deployment cancelled while queued. */
  readonly line?: LogLine;
}

/** Ends a queued deployment at once; a running one is stopped by its worker. Throws NOT_CANCELLABLE for ended ones. */
export const cancel = async (trx: Trx, teamId: string, deploymentId: string): Promise<Cancelled> => {
  const { id } = await findDeployment(trx, teamId, deploymentId);
  const deployment = await trx
    .selectFrom("deployment")
    .select(["id", "project_id", "team_id", "state", "attempt"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  const { state } = deployment;
  if (state === "syncing" || endedStates.includes(state)) throw new AppError("NOT_CANCELLABLE");
  if (state !== "queued") {
    await trx.updateTable("deployment").set({ cancel_requested: true }).where("id", "=", id).execute();
    return { deployment };
  }
  const [line] = (await appendLines(trx, deployment, [lineOf(messages.cancelled)])) ?? [];
  const ended = {
    state: "cancelled",
    error_message: messages.cancelled,
    ended_at: sql<Date>`clock_timestamp()`,
  } as const;
  await trx.updateTable("deployment").set(ended).where("id", "=", id).execute();
  return { deployment, line: line! };
};

/** Deletes an ended deployment that is not live and releases the storage only it used. Throws DEPLOYMENT_IN_USE. */
export const deleteDeployment = async (deps: HostingContext, trx: Trx, teamId: string, id: string): Promise<void> => {
  const deployment = await findDeployment(trx, teamId, id);
  await trx.selectFrom("project").select("id").where("id", "=", deployment.project_id).forUpdate().execute();
  await lockRoots(trx);
  const row = await findDeployment(trx, teamId, id);
  const isShown = row.live_deployment_id === row.id || row.preview_deployment_id === row.id;
  if (isShown || !endedStates.includes(row.state)) throw new AppError("DEPLOYMENT_IN_USE");
  await trx.deleteFrom("deployment").where("id", "=", row.id).execute();
  await discardDeployment(deps.engines.jobs, trx, row);
  if (row.state !== "success") return;
  const other = await trx
    .selectFrom("deployment")
    .select("id")
    .where("team_id", "=", teamId)
    .where("cid", "=", row.cid)
    .where("state", "=", "success")
    .limit(1)
    .executeTakeFirst();
  if (!other) await deps.allowance.store(trx, teamId, -(row.size_bytes ?? 0n));
};

export interface RemovedPreview {
  readonly id: string;
  readonly branch: string;
  readonly cancelled: readonly Cancelled[];
}

/** Takes a project's preview of a branch offline and cancels its deployments. Undefined if there is none. */
export const removePreview = async (
  deps: HostingContext,
  trx: Trx,
  project: { readonly id: string; readonly team_id: string },
  which: { readonly branch: string } | { readonly id: string },
): Promise<RemovedPreview | undefined> => {
  await touchProject(trx, project.id);
  const [column, value] = "id" in which ? (["id", which.id] as const) : (["branch", which.branch] as const);
  const preview = await trx
    .selectFrom("preview")
    .select(["id", "branch"])
    .where("project_id", "=", project.id)
    .where(column, "=", value)
    .executeTakeFirst();
  if (!preview) return undefined;
  // A deployment that is already publishing finds no preview and ends as cancelled.
  const cancellable = await trx
    .selectFrom("deployment")
    .select("id")
    .where("preview_id", "=", preview.id)
    .where("ended_at", "is", null)
    .where("state", "!=", "syncing")
    .forUpdate()
    .execute();
  const cancelled: Cancelled[] = [];
  for (const { id } of cancellable) cancelled.push(await cancel(trx, project.team_id, id));
  await dropPreview(deps, trx, preview.id);
  return { ...preview, cancelled };
};

/** Announces a removal. Call it once the removal is committed. */
export const announceRemoval = ({ gateway, engines }: HostingContext, { id, cancelled }: RemovedPreview): void => {
  gateway.invalidate("preview", id);
  for (const { deployment, line } of cancelled) if (line) announce(engines.realtime, deployment, "cancelled", line);
};
