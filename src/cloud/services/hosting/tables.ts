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
  /** Host label, as claimed: the name, or the name with a suffix when it was taken. */
  label: string;
  platform: Project["platform"];
  deploy_type: Project["deployType"];
  repository_id: string | null;
  branch: Generated<string>;
  framework: Generated<string>;
  /** Paths are relative, "" is the repository's (or the root directory's) own folder. */
  root_directory: Generated<string>;
  /** "" lets the lock file decide. */
  install_command: Generated<string>;
  /** "" publishes the files as they are. */
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
  /** Of a project from a hash or a name. */
  ipfs_path: string | null;
  /** Whether it follows the name. */
  ipns_auto: Generated<boolean>;
  /** Where the name led when it was last deployed. */
  ipns_resolved: string | null;
  /** When it is looked at next. */
  ipns_check_at: Date | null;
  template_id: string | null;
  /** Written as JSON text. */
  template_values: ColumnType<TemplateValues | null, string | undefined, string>;
  /** Written as JSON text: the driver takes an array for one of PostgreSQL's own. */
  environment: ColumnType<EnvironmentVariable[], string | undefined, string>;
  live_deployment_id: string | null;
  live_number: bigint | null;
  live_cid: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** A branch's own host name, and what it shows. */
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

/** What a deployment was made with; of variables the names and a digest that only shows whether a value changed. */
export interface DeploymentSettings {
  readonly rootDirectory: string;
  readonly installCommand: string;
  readonly buildCommand: string;
  readonly outputDirectory: string;
  readonly framework: string;
  readonly nodeVersion: string;
  readonly env: readonly { readonly key: string; readonly digest: string }[];
}

/** Two queues: publishing what is there already must never wait for a build. */
export type Lane = "publish" | "build";

export interface DeploymentTable {
  id: string;
  /** Order of the queue, of a project's deployments, and key of the log. */
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
  /** What was published; on the redeploy of an upload what is to be published again. */
  cid: string | null;
  file_count: number | null;
  size_bytes: bigint | null;
  /** Counts the times a worker took it up; what an older attempt still sends is refused. */
  attempt: Generated<number>;
  worker: string | null;
  /** Last sign of life of the worker. */
  seen_at: Date | null;
  cancel_requested: Generated<boolean>;
  error_message: string | null;
  log_lines: Generated<number>;
  build_seconds: Generated<number>;
  /** The branch preview it is for; null for the project's site. */
  preview_id: string | null;
  /** Written as JSON text when a worker takes it up. */
  settings: ColumnType<DeploymentSettings | null, string | undefined, string>;
  platform: Generated<Project["platform"]>;
  /** What a platform other than IPFS says of it: canister, bucket, object, transaction. Written as JSON text. */
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

/** What deleted projects leave behind: roots of the block store and logs, cleared in the background. */
export interface HostingDiscardTable {
  kind: "root" | "log";
  /** CID of the root, or number of the deployment. */
  subject: string;
}

/** The secret in a hook's address is kept as its hash alone. */
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
