/** Converts database rows to API responses. */
import type { Row } from "../../../../resources/define.ts";
import type { deployments } from "../../../../resources/hosting/deployments.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";
import { buildStateOf, endedStates, type TaskState } from "../../../../resources/hosting/states.ts";
import type { Project } from "./attempt.ts";
import type { HostingContext } from "./deps.ts";
import type { Deployment } from "./queue.ts";

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

/** Converts a date to integer Unix seconds. */
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

export const presentProject = (
  row: ListedProject,
  { mainLink, isServed }: { readonly mainLink: string; readonly isServed: boolean },
): ProjectRow => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  deployType: row.deploy_type,
  cli: row.cli,
  ...(row.latest_state && { state: buildStateOf(row.latest_state) }),
  production: productionOf(row.live_cid, isServed),
  online: row.live_cid !== null,
  mainLink,
  ...(row.live_cid && { hash: row.live_cid }),
  ...(row.repository_id && { repoId: row.repository_id, currentBranch: row.branch, hookSwitch: row.deploys_on_push }),
  ...present({
    framework: row.framework || null,
    ipfsPath: row.ipfs_path,
    ipnsResolve: row.ipns_resolved,
    ...(row.deploy_type === "IPNS" && { ipnsAuto: row.ipns_auto }),
    web3TemplateId: row.template_id,
    configJson: row.template_values,
  }),
  nodeVersion: row.node_version,
  previews: row.previews,
  rewrite: row.rewrite,
  directoryList: row.directory_list,
  rootDirectory: row.root_directory,
  installCommand: row.install_command,
  buildCommand: row.build_command,
  outputDirectory: row.output_directory,
  ...present({ live: liveOf(row), latest: latestOf(row) }),
  deployments: Number(row.deployments),
  createdAt: secondsOf(row.created_at),
  updatedAt: secondsOf(row.updated_at),
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

export const presentDeployment = (row: ListedDeployment, { cidUrl, siteUrl }: Addresses): DeploymentRow => ({
  taskId: row.id,
  projectId: row.project_id,
  projectName: row.project_name,
  state: row.state,
  ...(row.state === "queued" && { queuePosition: Number(row.ahead) + 1 }),
  trigger: row.trigger,
  builds: row.lane === "build" && commandsOf(row).some((command) => command !== ""),
  target: row.preview_id === null ? "production" : "preview",
  platform: row.platform,
  ...placeOf(row.platform_result),
  ...(row.preview_label !== null && row.preview_deployment_id === row.id && { previewUrl: siteUrl(row.preview_label) }),
  ...present({ branch: row.branch, commit: row.commit_hash, message: row.message, author: row.author }),
  ...(row.cid && row.state === "success" && { cid: row.cid, domain: cidUrl(row.cid) }),
  ...(row.file_count !== null && { fileCount: row.file_count }),
  ...(row.size_bytes !== null && { sizeBytes: Number(row.size_bytes) }),
  live: row.live_deployment_id === row.id || row.preview_deployment_id === row.id,
  ...present({ errorMessage: row.error_message }),
  createdAt: secondsOf(row.created_at),
  ...(row.started_at && { startedAt: secondsOf(row.started_at) }),
  ...(row.ended_at && { endedAt: secondsOf(row.ended_at) }),
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
  const { address, canister, bucket, object, arHash } = result ?? {};
  return {
    ...present({ platformUrl: address, canister, arHash }),
    ...(bucket && object && { greenfield: { bucket, object } }),
  };
};

/** Removes the fields without a value. */
const present = <F extends object>(fields: F): { [K in keyof F]?: NonNullable<F[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [K in keyof F]?: NonNullable<F[K]>;
  };
