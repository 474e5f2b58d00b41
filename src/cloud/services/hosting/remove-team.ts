import type { Trx } from "../../engines/database/database.ts";
import type { HostingContext } from "./deps.ts";
import type { Shown } from "./previews.ts";
import { deleteProject } from "./projects.ts";

export interface RemovedProject {
  readonly id: string;
  readonly shown: readonly Shown[];
}

/**
 * Deletes every project of a team as its owner would. Call `forget` for the returned sites once the transaction has
 * committed.
 */
export const removeTeam = async (deps: HostingContext, trx: Trx, teamId: string): Promise<RemovedProject[]> => {
  const projects = await trx.selectFrom("project").select("id").where("team_id", "=", teamId).orderBy("id").execute();
  const removed: RemovedProject[] = [];
  for (const { id } of projects) removed.push({ id, shown: await deleteProject(deps, trx, teamId, id) });
  return removed;
};
