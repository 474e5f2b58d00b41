import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { endedStates } from "../../../../resources/hosting/states.ts";
import { lockRoots } from "../content-owners/service.ts";
import { findDeployment } from "./deployment-reads.ts";
import { discardDeployment } from "./discards.ts";
import type { HostingContext } from "./deps.ts";

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
