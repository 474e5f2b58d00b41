import { createHmac } from "node:crypto";
import type { Row } from "../../../../resources/declare/define.ts";
import type { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { changeOf } from "../../storage/diff-trees.ts";
import type { RowOf } from "../../engines/database/tables.ts";

export type Project = RowOf<"project">;

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

/** Returns the project with only the variables that a deployment to the target gets. */
export const projectFor = (project: Project, target: "production" | "preview"): Project => ({
  ...project,
  environment: project.environment.filter(({ scope = target }) => scope === target),
});

declare module "../../engines/database/tables.ts" {
  interface ColumnTypes {
    "deployment.settings": DeploymentSettings;
  }
}

/** Returns the build settings to store with a deployment, since the project's settings can change later. */
export const settingsOf = (project: Project): DeploymentSettings => ({
  framework: project.framework,
  nodeVersion: project.node_version,
  rootDirectory: project.root_directory,
  installCommand: project.install_command,
  buildCommand: project.build_command,
  outputDirectory: project.output_directory,
  env: project.environment.map(({ key, value }) => ({ key, digest: digestOf(project.id, key, value) })),
});

/**
 * Returns a digest that is equal only for equal values of one variable of one project, and doesn't reveal the value.
 */
const digestOf = (projectId: string, key: string, value: string): string =>
  createHmac("sha256", projectId).update(`${key}=${value}`).digest("base64url");

/** Returns the settings without secrets. */
export const presentSettings = (settings: DeploymentSettings): NonNullable<Row<typeof deployments>["settings"]> => ({
  ...settings,
  env: settings.env.map(({ key }) => key),
});

export interface SettingsDiff {
  readonly settings: { name: string; before: string; after: string }[];
  readonly env: { name: string; change: "added" | "changed" | "removed" }[];
}

const named = [
  "framework",
  "nodeVersion",
  "rootDirectory",
  "installCommand",
  "buildCommand",
  "outputDirectory",
] as const;

/** Returns the changed settings by their labels, and the changed variables. Empty if one of the two is unknown. */
export const diffSettings = (before: DeploymentSettings | null, after: DeploymentSettings | null): SettingsDiff => {
  if (!before || !after) return { settings: [], env: [] };
  const settings = named
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ name: projects.fields[key].label, before: before[key], after: after[key] }));
  return { settings, env: diffVariables(before, after) };
};

const diffVariables = (before: DeploymentSettings, after: DeploymentSettings): SettingsDiff["env"] => {
  const [old, now] = [before, after].map(({ env }) => new Map(env.map(({ key, digest }) => [key, digest])));
  return [...new Set([...old!.keys(), ...now!.keys()])]
    .toSorted()
    .filter((name) => old!.get(name) !== now!.get(name))
    .map((name) => ({ name, change: changeOf(old!.has(name), now!.has(name)) }));
};
