import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Row } from "../../../../resources/define.ts";
import type { deployments } from "../../../../resources/hosting/deployments.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";
import type { TemplateValues } from "../../../../resources/hosting/templates.ts";
import type { TaskState } from "../../../../resources/hosting/states.ts";

type Project = Row<typeof projects>;
export type EnvironmentVariable = NonNullable<Project["env"]>[number];

export interface ProjectTable {
  id: string;
  team_id: string;
  name: string;
  /** Created before names were unique in a team, with the name of an older project. */
  shares_name: Generated<boolean>;
  /** Claimed host label: the name, with a suffix if it was taken. */
  label: string;
  platform: Project["platform"];
  deploy_type: Project["deployType"];
  repository_id: string | null;
  branch: Generated<string>;
  framework: Generated<string>;
  /** Paths are relative; "" is the repository (or the root directory) itself. */
  root_directory: Generated<string>;
  /** "" selects the command by the lock file. */
  install_command: Generated<string>;
  /** "" publishes the files without a build. */
  build_command: Generated<string>;
  output_directory: Generated<string>;
  deploys_on_push: Generated<boolean>;
  /** Deployed by the command line or the open API. */
  cli: Generated<boolean>;
  node_version: Generated<NonNullable<Project["nodeVersion"]>>;
  /** Whether pushes to other branches deploy to separate host names. */
  previews: Generated<boolean>;
  rewrite: Generated<boolean>;
  directory_list: Generated<boolean>;
  /** For projects from a hash or a name. */
  ipfs_path: string | null;
  /** Whether it follows the name. */
  ipns_auto: Generated<boolean>;
  /** Target of the name at the last deployment. */
  ipns_resolved: string | null;
  /** Time of the next check. */
  ipns_check_at: Date | null;
  template_id: string | null;
  /** Written as JSON text. */
  template_values: ColumnType<TemplateValues | null, string | undefined, string>;
  /** Written as JSON text: the driver converts arrays to PostgreSQL arrays. */
  environment: ColumnType<EnvironmentVariable[], string | undefined, string>;
  live_deployment_id: string | null;
  live_number: bigint | null;
  live_cid: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** A branch's host name and its content. */
export interface PreviewTable {
  id: string;
  project_id: string;
  branch: string;
  label: string;
  live_deployment_id: string | null;
  live_number: bigint | null;
  live_cid: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Build settings of a deployment; variables are stored as names and a digest that detects changes. */
export interface DeploymentSettings {
  readonly rootDirectory: string;
  readonly installCommand: string;
  readonly buildCommand: string;
  readonly outputDirectory: string;
  readonly framework: string;
  readonly nodeVersion: string;
  readonly env: readonly { readonly key: string; readonly digest: string }[];
}

/** Two queues: publishing must never wait for a build. */
export type Lane = "publish" | "build";

export interface DeploymentTable {
  id: string;
  /** Order in the queue and among a project's deployments, and key of the log. */
  number: GeneratedAlways<bigint>;
  project_id: string;
  team_id: string;
  lane: Lane;
  state: Generated<TaskState>;
  trigger: Row<typeof deployments>["trigger"];
  upload_id: string | null;
  branch: string | null;
  commit_hash: string | null;
  message: string | null;
  author: string | null;
  /** The published root; for a queued redeploy the root to publish again. */
  cid: string | null;
  file_count: number | null;
  size_bytes: bigint | null;
  /** Counts how often a worker claimed it; lines of older attempts are refused. */
  attempt: Generated<number>;
  worker: string | null;
  /** Last heartbeat of the worker. */
  seen_at: Date | null;
  cancel_requested: Generated<boolean>;
  error_message: string | null;
  log_lines: Generated<number>;
  build_seconds: Generated<number>;
  /** The branch preview it deploys to; null for the project's site. */
  preview_id: string | null;
  /** Written as JSON text when a worker claims it. */
  settings: ColumnType<DeploymentSettings | null, string | undefined, string>;
  platform: Generated<Project["platform"]>;
  /** Result of a platform other than IPFS: canister, bucket, object, transaction. Written as JSON text. */
  platform_result: ColumnType<Record<string, string> | null, string | undefined, string>;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
}

export interface DeploymentLogTable {
  deployment: bigint;
  seq: number;
  logged_at: Date;
  content: string;
}

/** Data left by deleted projects: roots of the block store and logs, cleared in the background. */
export interface HostingDiscardTable {
  kind: "root" | "log";
  /** CID of the root, or number of the deployment. */
  subject: string;
}

/** Only the hash of a hook's secret is stored. */
export interface DeployHookTable {
  id: string;
  project_id: string;
  team_id: string;
  name: string;
  branch: string;
  hash: Buffer;
  used_at: Date | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    project: ProjectTable;
    preview: PreviewTable;
    deployment: DeploymentTable;
    deploy_hook: DeployHookTable;
    deployment_log: DeploymentLogTable;
    hosting_discard: HostingDiscardTable;
  }
}
