/** Shows the files of an earlier deployment again, or a preview's in production: at once, without a build or a charge. */
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
import type { Shown } from "./previews/previews.ts";
import { touchProject } from "./builds/queue.ts";
import { messages } from "./messages.ts";
import { orderScreenshot } from "./screenshots/screenshots.ts";

export interface RolledBack {
  readonly deployment: ListedDeployment;
  /** The site or preview that shows it. */
  readonly place: Place;
  /** The line added to its log. */
  readonly line: LogLine;
  /** The deployment that was live before, with the line added to its log. */
  readonly replaced?: { readonly deployment: ListedDeployment; readonly line: LogLine };
}

interface Place extends Shown {
  readonly label: string;
  readonly liveDeploymentId: string | null;
}

/** How a rollback and a promotion differ. */
interface Kind {
  readonly code: "NOT_ROLLBACKABLE" | "NOT_PROMOTABLE";
  placeOf(deployment: ListedDeployment): Place;
  /** Messages with the condition that refuses; missing files are checked last. */
  readonly problems: readonly (readonly [message: string, holds: (row: ListedDeployment, place: Place) => boolean])[];
  readonly withoutFiles: string;
  readonly to: (url: string) => string;
  readonly from: string;
}

const siteOf = ({ project_id, project_label, live_deployment_id }: ListedDeployment): Place => ({
  kind: "project",
  id: project_id,
  label: project_label,
  liveDeploymentId: live_deployment_id,
});

const isWithoutFiles = ({ state, cid }: ListedDeployment): boolean => state !== "success" || cid === null;
const isCanister = ({ platform }: ListedDeployment): boolean => platform === "IC";
const isLive = ({ id }: ListedDeployment, { liveDeploymentId }: Place): boolean => liveDeploymentId === id;

const rollback: Kind = {
  code: "NOT_ROLLBACKABLE",
  placeOf: (row) =>
    row.preview_id === null
      ? siteOf(row)
      : {
          kind: "preview",
          id: row.preview_id,
          label: row.preview_label ?? "",
          liveDeploymentId: row.preview_deployment_id,
        },
  problems: [
    [messages.rollbackOfNone, isWithoutFiles],
    [messages.rollbackOfCanister, isCanister],
    [messages.rollbackOfLive, isLive],
    [messages.rollbackWithoutPreview, ({ preview_id, preview_label }) => preview_id !== null && preview_label === null],
  ],
  withoutFiles: messages.rollbackWithoutFiles,
  to: messages.rolledBackTo,
  from: messages.rolledBackFrom,
};

const promotion: Kind = {
  code: "NOT_PROMOTABLE",
  placeOf: siteOf,
  problems: [
    [messages.promotionOfNone, (row) => isWithoutFiles(row) || row.preview_id === null],
    [messages.promotionOfCanister, isCanister],
    [messages.promotionOfLive, isLive],
  ],
  withoutFiles: messages.promotionWithoutFiles,
  to: messages.promotedTo,
  from: messages.promotedFrom,
};

/**
 * Shows an earlier deployment's files again as its project's site or its branch's preview. Queued and running
 * deployments count as older than the rollback. Throws NOT_ROLLBACKABLE.
 */
export const rollBack = (deps: HostingContext, trx: Trx, teamId: string, id: string): Promise<RolledBack> =>
  showAgain(deps, trx, { teamId, id }, rollback);

/**
 * Shows the files of a preview's deployment as the project's site; the preview stays, or may be gone already. Queued and
 * running deployments count as older than the promotion. Throws NOT_PROMOTABLE.
 */
export const promote = (deps: HostingContext, trx: Trx, teamId: string, id: string): Promise<RolledBack> =>
  showAgain(deps, trx, { teamId, id }, promotion);

const showAgain = async (
  deps: HostingContext,
  trx: Trx,
  { teamId, id }: { readonly teamId: string; readonly id: string },
  kind: Kind,
): Promise<RolledBack> => {
  const { project_id } = await findDeployment(trx, teamId, id);
  // From here on nothing of the project is queued, goes live or is deleted.
  await touchProject(trx, project_id);
  await lockRoots(trx);
  const deployment = await findDeployment(trx, teamId, id);
  const place = kind.placeOf(deployment);
  await refuse(deps, trx, { deployment, place, kind });
  await show(deps, trx, deployment, place);
  const line = await appendRemark(trx, id, lineOf(kind.to(deps.siteUrl(place.label))));
  const before = place.liveDeploymentId;
  const remark = before && (await appendRemark(trx, before, lineOf(kind.from)));
  return {
    deployment,
    place,
    line: line!,
    ...(remark && { replaced: { deployment: await findDeployment(trx, teamId, before), line: remark } }),
  };
};

/** Refreshes the site or preview and notifies the team, once the rollback or promotion has committed. */
export const announceRollback = (deps: HostingContext, { deployment, place, line, replaced }: RolledBack): void => {
  const { realtime } = deps.engines;
  deps.gateway.invalidate(place.kind, place.id);
  if (replaced) emitLines(realtime, replaced.deployment, replaced.deployment.state, [replaced.line]);
  announce(realtime, deployment, deployment.state, line);
};

interface Attempt {
  readonly deployment: ListedDeployment;
  readonly place: Place;
  readonly kind: Kind;
}

const refuse = async ({ engines }: HostingContext, trx: Trx, { deployment, place, kind }: Attempt): Promise<void> => {
  const [problem] = kind.problems.find(([, holds]) => holds(deployment, place)) ?? [];
  const message =
    problem ?? ((await engines.blocks.has(CID.parse(deployment.cid!), trx)) ? undefined : kind.withoutFiles);
  if (message !== undefined) throw new AppError(kind.code, { message });
};

/** Gives the live deployment the highest number, so that only deployments queued later are newer. */
const show = async (
  deps: HostingContext,
  trx: Trx,
  deployment: ListedDeployment,
  { kind, id }: Place,
): Promise<void> => {
  const newest = sql<bigint>`(select max(number) from deployment where project_id = ${deployment.project_id})`;
  const live = { live_deployment_id: deployment.id, live_cid: deployment.cid, live_number: newest };
  await trx.updateTable(kind).set(live).where("id", "=", id).execute();
  if (kind === "project") await orderScreenshot(deps, trx, id);
};
