import type { Trx } from "../../engines/database/database.ts";
import { cancel, type Cancelled } from "./cancel.ts";
import { announce } from "./events.ts";
import type { HostingContext } from "./deps.ts";
import { dropPreview } from "./previews.ts";
import { touchProject } from "./queue.ts";

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
