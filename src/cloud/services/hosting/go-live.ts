import { CID } from "multiformats/cid";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { Trx } from "../../engines/database/database.ts";
import { lockRoots } from "./discards.ts";
import { DeploymentEnd, Interrupted } from "./ends.ts";
import type { Parts } from "./parts.ts";
import type { Deployment } from "./queue.ts";
import { sentences } from "./sentences.ts";

/**
 * Makes a tree its project's site, unless a newer deployment is live. The files count towards the team's storage once,
 * however many of its deployments hold them. Throws ALLOWANCE_USED_UP.
 */
export const goLive = async (
  { allowance, engines }: Parts,
  trx: Trx,
  deployment: Deployment,
  tree: ImportedTree,
): Promise<boolean> => {
  const project = await trx
    .selectFrom("project")
    .select("live_number")
    .where("id", "=", deployment.project_id)
    .forUpdate()
    .executeTakeFirst();
  if (!project) throw new Interrupted("superseded");

  await lockRoots(trx);
  if (!(await engines.blocks.block(CID.parse(tree.cid)))) throw new DeploymentEnd("failure", sentences.filesGone);
  if (!(await isCounted(trx, deployment.team_id, tree.cid)))
    await allowance.store(trx, deployment.team_id, tree.sizeBytes);

  const isNewest = (project.live_number ?? 0n) < deployment.number;
  if (isNewest)
    await trx
      .updateTable("project")
      .set({ live_deployment_id: deployment.id, live_number: deployment.number, live_cid: tree.cid })
      .where("id", "=", deployment.project_id)
      .execute();
  return isNewest;
};

/** Whether a deployment of the team that ended well holds the root, so that its bytes are counted. */
export const isCounted = async (trx: Trx, teamId: string, cid: string, exceptProjectId?: string): Promise<boolean> => {
  const query = trx
    .selectFrom("deployment")
    .select("id")
    .where("cid", "=", cid)
    .where("team_id", "=", teamId)
    .where("state", "=", "success")
    .$if(exceptProjectId !== undefined, (rows) => rows.where("project_id", "!=", exceptProjectId!))
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
};
