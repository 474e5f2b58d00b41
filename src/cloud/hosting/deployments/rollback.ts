import { CID } from "multiformats/cid";
import { sql } from "kysely";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { lockRoots } from "../../storage/content-owners/service.ts";
import { findDeployment } from "./deployment-reads.ts";
import { announce, emitLines } from "./events.ts";
import { appendRemark, lineOf } from "./builds/log-store.ts";
import type { HostingContext } from "./deps.ts";
import type { ListedDeployment } from "./present.ts";
import { touchProject } from "./builds/queue.ts";
import { messages } from "./messages.ts";

export interface RolledBack {
  readonly deployment: ListedDeployment;
  /** The line added to its log. */
  readonly line: LogLine;
  /** The deployment that was live before, with the line added to its log. */
  readonly replaced?: { readonly deployment: ListedDeployment; readonly line: LogLine };
}

/**
 * Shows an earlier deployment's files again as its project's site or its branch's preview: at once, without a build or
 * a charge. Queued and running deployments count as older than the rollback. Throws NOT_ROLLBACKABLE.
 */
export const rollBack = async (deps: HostingContext, trx: Trx, teamId: string, id: string): Promise<RolledBack> => {
  const { project_id } = await findDeployment(trx, teamId, id);
  // From here on nothing of the project is queued, goes live or is deleted.
  await touchProject(trx, project_id);
  await lockRoots(trx);
  const deployment = await findDeployment(trx, teamId, id);
  await refuse(deps, trx, deployment);
  const shownBefore = deployment.preview_id ? deployment.preview_deployment_id : deployment.live_deployment_id;
  await show(trx, deployment);
  const line = await appendRemark(trx, id, lineOf(messages.rolledBackTo(addressOf(deps, deployment))));
  const remark = shownBefore && (await appendRemark(trx, shownBefore, lineOf(messages.rolledBackFrom)));
  return {
    deployment,
    line: line!,
    ...(remark && { replaced: { deployment: await findDeployment(trx, teamId, shownBefore), line: remark } }),
  };
};

/** Refreshes the site and notifies the team, once the rollback has committed. */
export const announceRollback = (deps: HostingContext, { deployment, line, replaced }: RolledBack): void => {
  const { realtime } = deps.engines;
  if (deployment.preview_id) deps.gateway.invalidate("preview", deployment.preview_id);
  else deps.gateway.invalidate("project", deployment.project_id);
  if (replaced) emitLines(realtime, replaced.deployment, replaced.deployment.state, [replaced.line]);
  announce(realtime, deployment, deployment.state, line);
};

const refuse = async ({ engines }: HostingContext, trx: Trx, deployment: ListedDeployment): Promise<void> => {
  const { state, cid, platform, live_deployment_id, preview_id, preview_label, preview_deployment_id } = deployment;
  const live = preview_id ? preview_deployment_id : live_deployment_id;
  const problem = await firstOf([
    [messages.rollbackOfNone, () => state !== "success" || cid === null],
    [messages.rollbackOfCanister, () => platform === "IC"],
    [messages.rollbackOfLive, () => live === deployment.id],
    [messages.rollbackWithoutPreview, () => preview_id !== null && preview_label === null],
    [messages.rollbackWithoutFiles, async () => !(await engines.blocks.has(CID.parse(cid!), trx))],
  ]);
  if (problem) throw new AppError("NOT_ROLLBACKABLE", { message: problem });
};

/** Returns the first message whose condition holds. */
const firstOf = async (
  problems: readonly (readonly [message: string, holds: () => boolean | Promise<boolean>])[],
): Promise<string | undefined> => {
  for (const [message, holds] of problems) if (await holds()) return message;
  return undefined;
};

/** Gives the live deployment the highest number, so that only deployments queued later are newer. */
const show = async (trx: Trx, { id, cid, project_id, preview_id }: ListedDeployment): Promise<void> => {
  const newest = sql<bigint>`(select max(number) from deployment where project_id = ${project_id})`;
  const live = { live_deployment_id: id, live_cid: cid, live_number: newest };
  if (preview_id) await trx.updateTable("preview").set(live).where("id", "=", preview_id).execute();
  else await trx.updateTable("project").set(live).where("id", "=", project_id).execute();
};

const addressOf = (deps: HostingContext, { preview_label, project_label }: ListedDeployment): string =>
  deps.siteUrl(preview_label ?? project_label);
