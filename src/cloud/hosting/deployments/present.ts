/** Converts database rows to API responses. */
import type { Row } from "../../../../resources/declare/define.ts";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { buildStateOf, endedStates, type TaskState } from "../../../../resources/hosting/states.ts";
import type { Project } from "./deployment-settings.ts";
import type { HostingContext } from "./deps.ts";
import type { Deployment } from "./builds/queue.ts";
import { present } from "../../kernel/calls/present.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export type ProjectRow = Row<typeof projects>;
export type DeploymentRow = Row<typeof deployments>;

export interface ListedProject extends Project {
  readonly deployments: bigint | null;
  readonly latest_id: string | null;
  readonly latest_state: TaskState | null;
  readonly latest_created_at: Date | null;
  readonly live_created_at: Date | null;
}

/** Returns the function that presents a team's projects. The sites of a team without balance are paused. */
export const projectPresenter = async (
  { siteUrl, isServed }: Pick<HostingContext, "siteUrl" | "isServed">,
  teamId: string,
): Promise<(row: ListedProject) => ProjectRow> => {
  const served = await isServed(teamId);
  return (row) => presentProject(row, { mainLink: siteUrl(row.label), isServed: served });
};

export const presentProject = (
  row: ListedProject,
  { mainLink, isServed }: { readonly mainLink: string; readonly isServed: boolean },
): ProjectRow =>
  present(projects.schema, row, {
    state: row.latest_state ? buildStateOf(row.latest_state) : undefined,
    production: productionOf(row.live_cid, isServed),
    online: row.live_cid !== null,
    mainLink,
    hash: row.live_cid || undefined,
    ...(row.repository_id && { repoId: row.repository_id, currentBranch: row.branch, hookSwitch: row.deploys_on_push }),
    framework: row.framework || undefined,
    buildTags: row.deploy_type === "REPOSITORY" ? row.build_tags : undefined,
    ipnsResolve: row.ipns_resolved ?? undefined,
    ipnsAuto: row.deploy_type === "IPNS" ? row.ipns_auto : undefined,
    web3TemplateId: row.template_id ?? undefined,
    configJson: row.template_values ?? undefined,
    live: liveOf(row),
    latest: latestOf(row),
    deployments: Number(row.deployments),
  });

/** Returns the state visitors see where this CID is live. */
export const productionOf = (liveCid: string | null, isServed: boolean): ProjectRow["production"] => {
  if (liveCid === null) return "NONE";
  return isServed ? "LIVE" : "PAUSED";
};

const liveOf = (row: ListedProject): ProjectRow["live"] =>
  row.live_deployment_id === null || row.live_created_at === null
    ? undefined
    : { taskId: row.live_deployment_id, createdAt: secondsOf(row.live_created_at) };

/** Returns the newest deployment. */
export const latestOf = (row: ListedProject): NonNullable<ProjectRow["latest"]> | undefined =>
  row.latest_id === null ? undefined : { taskId: row.latest_id, createdAt: secondsOf(row.latest_created_at!) };

export interface ListedDeployment extends Deployment {
  readonly project_name: string;
  readonly project_label: string;
  readonly live_deployment_id: string | null;
  /** The project's current settings. */
  readonly install_command: string;
  readonly build_command: string;
  readonly preview_label: string | null;
  readonly preview_deployment_id: string | null;
  /** Position in its queue; null once it has left the queue. */
  readonly ahead: bigint | null;
  /** Tags of a waiting build that no running worker offers. */
  readonly missing_tags: string[] | null;
}

export interface Addresses {
  /** Returns the URL of a root's files. */
  cidUrl(cid: string): string;
  siteUrl(label: string): string;
}

/** Returns the URLs for a request from this origin. */
export const addressesAt = ({ siteUrl }: Pick<Addresses, "siteUrl">, origin: string): Addresses => ({
  cidUrl: (cid) => `${origin}/ipfs/${cid}/`,
  siteUrl,
});

export const presentDeployment = (row: ListedDeployment, { cidUrl, siteUrl }: Addresses): DeploymentRow =>
  present(deployments.schema, row, {
    taskId: row.id,
    queuePosition: row.state === "queued" ? Number(row.ahead) + 1 : undefined,
    builds: row.lane === "build" && commandsOf(row).some((command) => command !== ""),
    target: row.preview_id === null ? "production" : "preview",
    ...placeOf(row.platform_result),
    ...(row.preview_label !== null &&
      row.preview_deployment_id === row.id && { previewUrl: siteUrl(row.preview_label) }),
    commit: row.commit_hash ?? undefined,
    cid: undefined,
    ...(row.cid && row.state === "success" && { cid: row.cid, domain: cidUrl(row.cid) }),
    live: row.live_deployment_id === row.id || row.preview_deployment_id === row.id,
    inProduction: row.live_deployment_id === row.id,
    settings: undefined,
    ...(row.started_at &&
      endedStates.includes(row.state) && {
        durationSeconds: Math.max(0, Math.round((row.ended_at!.getTime() - row.started_at.getTime()) / 1000)),
      }),
  });

/** Returns its commands; until a worker claims it, the project's current ones. */
const commandsOf = ({ settings, install_command, build_command }: ListedDeployment): string[] =>
  settings ? [settings.installCommand, settings.buildCommand] : [install_command, build_command];

/** Parses the result of a platform other than IPFS. */
const placeOf = (result: Deployment["platform_result"]) => {
  const { address: platformUrl, canister, bucket, object, arHash } = result ?? {};
  return { platformUrl, canister, arHash, greenfield: bucket && object ? { bucket, object } : undefined };
};
