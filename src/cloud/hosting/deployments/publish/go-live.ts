import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { LogLine } from "../../../../../resources/hosting/log-line.ts";
import type { ImportedTree } from "../../../engines/blocks/blocks.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { lockRoots } from "../../../storage/content-owners/service.ts";
import type { HostingContext } from "../deps.ts";
import { DeploymentEnd, Interrupted, notifyEnd } from "../ends.ts";
import { announce, emitLines, emitState } from "../events.ts";
import { appendLines, lineOf } from "../builds/log-store.ts";
import { messages } from "../messages.ts";
import { orderScreenshot } from "../screenshots/screenshots.ts";
import { touchProject, type Deployment, type NewDeployment, type Queued } from "../builds/queue.ts";

/**
 * Shows a tree as its project's site, or in its branch's preview, unless a newer deployment is live. The files count
 * once towards the team's storage. Returns the host label that shows the tree. Throws ALLOWANCE_USED_UP.
 */
export const goLive = async (
  deps: HostingContext,
  trx: Trx,
  deployment: Deployment,
  tree: ImportedTree,
): Promise<string | undefined> => {
  const { allowance, engines } = deps;
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
  if (!preview) await orderScreenshot(deps, trx, id);
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

/** A started deployment: queued, or already successful. */
export interface Started extends Queued {
  readonly published?: {
    readonly lines: readonly LogLine[];
    /** It brought its project online for the first time. */
    readonly first: boolean;
  };
}

/**
 * Deploys files that the team's deployments already hold, in the transaction of the request: nothing has to be
 * received, hashed or charged, so no worker is needed. Undefined if a worker is needed: the project has an active
 * deployment, the files are not stored, or they go to another platform.
 */
export const publishAtOnce = async (
  deps: HostingContext,
  trx: Trx,
  values: NewDeployment,
  tree: ImportedTree,
): Promise<Started | undefined> => {
  const project = await touchProject(trx, values.project_id);
  if (project?.platform !== "IPFS" || (await isBusy(trx, project.id))) return undefined;
  await lockRoots(trx);
  const isHeld = await deps.engines.blocks.has(CID.parse(tree.cid), trx);
  if (!isHeld || !(await isCounted(trx, values.team_id, tree.cid))) return undefined;

  const now = sql<Date>`clock_timestamp()`;
  const deployment = await trx
    .insertInto("deployment")
    .values({ id: randomUUID(), ...values, state: "syncing", started_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  const label = await goLive(deps, trx, deployment, tree);
  const outcome = label === undefined ? messages.notLive : messages.live(deps.siteUrl(label));
  const logLines = [messages.queued, messages.success(tree.fileCount, tree.cid), outcome];
  const [line, ...lines] = (await appendLines(trx, deployment, logLines.map(lineOf)))!;
  const ended = { state: "success", ended_at: now } as const;
  await trx.updateTable("deployment").set(ended).where("id", "=", deployment.id).execute();
  await notifyEnd(deps, trx, { deployment, projectName: project.name, state: "success" });
  return { deployment, line: line!, published: { lines, first: project.live_deployment_id === null } };
};

/** Notifies the team of the start and refreshes the site, once the transaction has committed. */
export const announceStarted = (
  { engines: { realtime }, gateway }: HostingContext,
  { deployment, line, published }: Started,
): void => {
  announce(realtime, deployment, "queued", line);
  if (!published) return;
  emitLines(realtime, deployment, "success", published.lines);
  emitState(realtime, deployment, "success", published.lines.at(-1)!, published.first);
  gateway.invalidate("project", deployment.project_id);
};

/** Returns whether a deployment of the project is queued or running; it must end first. */
const isBusy = async (trx: Trx, projectId: string): Promise<boolean> => {
  const unended = trx.selectFrom("deployment").select("id").where("project_id", "=", projectId);
  return (await unended.where("ended_at", "is", null).limit(1).executeTakeFirst()) !== undefined;
};
