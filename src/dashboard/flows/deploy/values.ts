/** What a person fills in to make a project, and what the cloud is sent. */
import type * as z from "zod/mini";
import { projects } from "../../../../resources/hosting/projects.ts";
import { environmentVariablesPerProject, projectNameMax } from "../../../../resources/limits.ts";
import type { Variable } from "./dot-env.ts";

export type Source = "upload" | "repository";

export interface NewProjectValues {
  readonly source: Source;
  readonly name: string;
  /** The person chose the name: it is not suggested over. */
  readonly nameTyped: boolean;
  readonly repoId?: string;
  readonly repoName?: string;
  readonly cloneUrl?: string;
  readonly currentBranch?: string;
  readonly rootDirectory: string;
  readonly hookSwitch: boolean;
  /** Absent while what was detected stands. */
  readonly installCommand?: string | undefined;
  readonly buildCommand?: string | undefined;
  readonly outputDirectory?: string | undefined;
  readonly env: readonly Variable[];
}

/** Messages by field: "name", "env.0.key". */
export type Problems = Readonly<Record<string, string>>;

export interface DetectedBuild {
  readonly framework: string;
  readonly installCommand: string;
  readonly buildCommand: string;
  readonly outputDirectory: string;
}

export const emptyValues: NewProjectValues = {
  source: "upload",
  name: "",
  nameTyped: false,
  rootDirectory: "",
  hookSwitch: true,
  env: [],
};

/** A host name from any text: "My Site 2.0" → "my-site-2-0". */
export const toProjectName = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, projectNameMax)
    .replace(/^-+|-+$/g, "");

/** What is wrong with the values, by the declaration's own schemas. */
export const problemsOf = (values: NewProjectValues): Problems => {
  const found: Record<string, string> = {};
  const check = (field: keyof typeof projects.fields, value: unknown) => {
    const result = (projects.fields[field].schema as z.ZodMiniType).safeParse(value);
    for (const { path, message } of result.error?.issues ?? []) found[[field, ...path].join(".")] ??= message;
  };
  check("name", values.name);
  if (values.source === "upload") return found;
  check("rootDirectory", values.rootDirectory);
  check("installCommand", values.installCommand);
  check("buildCommand", values.buildCommand);
  check("outputDirectory", values.outputDirectory);
  for (const [index, variable] of values.env.entries()) {
    if (isEmpty(variable)) continue;
    for (const { path, message } of projects.fields.env.schema.safeParse([variable]).error?.issues ?? []) {
      found[["env", index, ...path.slice(1)].join(".")] ??= message;
    }
    if (values.env.findIndex(({ key }) => key === variable.key) < index) {
      found[`env.${index}.key`] ??= "This name is already used above.";
    }
  }
  if (values.env.length > environmentVariablesPerProject) {
    found["env"] = `${environmentVariablesPerProject} variables at most.`;
  }
  return found;
};

/** The body of the create call. */
export const bodyOf = (values: NewProjectValues, detected: DetectedBuild | undefined) => {
  const shared = { name: values.name, platform: "IPFS" };
  if (values.source === "upload") return { ...shared, deployType: "UPLOAD" };
  return {
    ...shared,
    deployType: "REPOSITORY",
    repoId: values.repoId,
    currentBranch: values.currentBranch,
    rootDirectory: values.rootDirectory,
    framework: detected?.framework,
    installCommand: values.installCommand ?? detected?.installCommand,
    buildCommand: values.buildCommand ?? detected?.buildCommand,
    outputDirectory: values.outputDirectory ?? detected?.outputDirectory,
    hookSwitch: values.hookSwitch,
    env: filledVariables(values),
  };
};

/** Rows in which something was typed. */
export const filledVariables = ({ env }: NewProjectValues): Variable[] => env.filter((variable) => !isEmpty(variable));

const isEmpty = ({ key, value }: Variable): boolean => key === "" && value === "";
