import { CID } from "multiformats/cid";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { Trx } from "../../engines/database/database.ts";
import { lockRoots } from "../content-owners/service.ts";
import { DeploymentEnd, Interrupted } from "./ends.ts";
import type { HostingContext } from "./deps.ts";
import type { Deployment } from "./queue.ts";
import { messages } from "./messages.ts";

/**
 * Shows a tree as its project's site, or in its branch's preview, unless a newer deployment is live. The files count
 * once towards the team's storage. Returns the host label that shows the tree. Throws ALLOWANCE_USED_UP.
 */
export const goLive = async (
  { allowance, engines }: HostingContext,
  trx: Trx,
  deployment: Deployment,
  tree: ImportedTree,
): Promise<string | undefined> => {
  const project = await lockPlace(trx, "project", deployment.project_id);
  if (!project) throw new Interrupted("superseded");
  const preview = deployment.preview_id === null ? undefined : await lockPlace(trx, "preview", deployment.preview_id);
  if (deployment.preview_id !== null && !preview) throw new DeploymentEnd("cancelled", messages.previewGone);

  await lockRoots(trx);
  if (!(await engines.blocks.has(CID.parse(tree.cid), trx))) throw new DeploymentEnd("failure", messages.filesGone);
  if (!(await isCounted(trx, deployment.team_id, tree.cid)))
    await allowance.store(trx, deployment.team_id, tree.sizeBytes);

  const { id, label, live_number } = preview ?? project;
  if ((live_number ?? 0n) >= deployment.number) return undefined;
  await trx
    .updateTable(preview ? "preview" : "project")
    .set({ live_deployment_id: deployment.id, live_number: deployment.number, live_cid: tree.cid })
    .where("id", "=", id)
    .execute();
  return label;
};

/** Locks the row of the site or preview until the transaction ends. */
const lockPlace = (trx: Trx, table: "project" | "preview", id: string) =>
  trx.selectFrom(table).select(["id", "label", "live_number"]).where("id", "=", id).forUpdate().executeTakeFirst();

/** Returns whether a successful deployment of the team holds the root, so that its bytes are already counted. */
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
