/** What a person fills in to make a project, and what the cloud is sent. */
import type * as z from "zod/mini";
import type { Reply } from "../../../../resources/call-input.ts";
import type { Platform } from "../../../../resources/hosting/platforms.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import type { detectFramework, RepositoryProvider } from "../../../../resources/hosting/repositories.ts";
import { problemsOfTemplate } from "../../../../resources/hosting/template-values.ts";
import type { Template, TemplateValues } from "../../../../resources/hosting/templates.ts";
import { environmentVariablesPerProject } from "../../../../resources/limits.ts";
import type { Variable } from "./dot-env.ts";

/** The ways in: files, a repository, a template that is filled in, content that is known by its hash. */
export const sources = ["upload", "repository", "template", "hash"] as const;
export type Source = (typeof sources)[number];

export interface NewProjectValues {
  readonly source: Source;
  readonly name: string;
  /** The person chose the name: it is not suggested over. */
  readonly nameEdited: boolean;
  readonly platform: Platform;
  readonly rewrite: boolean;
  readonly repoId?: string;
  readonly repoName?: string;
  readonly cloneUrl?: string;
  readonly provider?: RepositoryProvider;
  readonly currentBranch?: string;
  readonly rootDirectory: string;
  readonly hookSwitch: boolean;
  /** Absent while what was detected stands. */
  readonly framework?: string | undefined;
  readonly installCommand?: string | undefined;
  readonly buildCommand?: string | undefined;
  readonly outputDirectory?: string | undefined;
  readonly nodeVersion?: string | undefined;
  readonly env: readonly Variable[];
  /** A path: /ipfs/<cid> or /ipns/<name>, perhaps with a folder in it. */
  readonly ipfsPath: string;
  /** Whether the site follows the name; it does unless said. */
  readonly ipnsAuto?: boolean;
  readonly templateId?: string;
  /** What was filled in, by template, so that looking at another one loses nothing. */
  readonly templateValues: Readonly<Record<string, TemplateValues>>;
  /** Deploy was pressed before signing in: it goes on as soon as that is done. */
  readonly resumes?: boolean;
}

/** Messages by field: "name", "env.0.key", "configJson.links". */
export type Problems = Readonly<Record<string, string>>;

export type DetectedBuild = Reply<typeof detectFramework>;

/** What the cloud makes a project with, unless the person says otherwise. */
export type BuildDefaults = Pick<
  DetectedBuild,
  "framework" | "installCommand" | "buildCommand" | "outputDirectory" | "nodeVersion"
>;

export const emptyValues: NewProjectValues = {
  source: "upload",
  name: "",
  nameEdited: false,
  platform: "IPFS",
  rewrite: false,
  rootDirectory: "",
  hookSwitch: true,
  env: [],
  ipfsPath: "",
  templateValues: {},
};

/** Whether a path begins with a name rather than a CID. */
export const isNamePath = (path: string): boolean => path.trim().startsWith("/ipns/");

/** A hash or name as people have it at hand, ipfs://…, a gateway's address or the bare CID, as a path; other text as it is. */
export const toIpfsPath = (text: string): string => {
  const [, name] = /^\s*(?:ipns:\/\/|https?:\/\/[^/]+\/ipns\/|\/?ipns\/)?(k[a-z0-9]{40,}\S*)\s*$/.exec(text) ?? [];
  if (name !== undefined) return `/ipns/${name.replace(/[?#].*$/, "")}`;
  const [, path] =
    /^\s*(?:ipfs:\/\/|https?:\/\/[^/]+\/ipfs\/|\/?ipfs\/)?((?:Qm|b)[A-Za-z0-9]{40,}\S*)\s*$/.exec(text) ?? [];
  const [, host] = /^\s*https?:\/\/(b[a-z2-7]{58})\.ipfs\.[^/]+(?:\/|\s*$)/.exec(text) ?? [];
  if (host) return `/ipfs/${host}`;
  return path === undefined ? text : `/ipfs/${path.replace(/[?#].*$/, "")}`;
};

/** What is wrong with the values, by the declaration's own schemas. */
export const problemsOf = (values: NewProjectValues, template?: Template): Problems => {
  const found: Record<string, string> = {};
  const check = (field: keyof typeof projects.fields, value: unknown) => {
    const result = (projects.fields[field].schema as z.ZodMiniType).safeParse(value);
    for (const { path, message } of result.error?.issues ?? []) found[[field, ...path].join(".")] ??= message;
  };
  check("name", values.name);
  if (values.source === "hash") check("ipfsPath", values.ipfsPath);
  if (values.source === "repository") {
    for (const field of ["rootDirectory", "installCommand", "buildCommand", "outputDirectory"] as const)
      check(field, values[field]);
    Object.assign(found, problemsOfVariables(values.env));
  }
  if (values.source === "template" && template) {
    const problems = problemsOfTemplate(template.configJson, filledIn(values));
    for (const [key, problem] of Object.entries(problems)) found[`configJson.${key}`] = problem;
  }
  return found;
};

/** What is wrong with environment variables; rows in which nothing was typed are none. */
export const problemsOfVariables = (env: readonly Variable[]): Problems => {
  const found: Record<string, string> = {};
  for (const [index, variable] of env.entries()) {
    if (isEmpty(variable)) continue;
    for (const { path, message } of projects.fields.env.schema.safeParse([variable]).error?.issues ?? []) {
      found[["env", index, ...path.slice(1)].join(".")] ??= message;
    }
    if (env.findIndex(({ key }) => key === variable.key) < index) {
      found[`env.${index}.key`] ??= "This name is already used above.";
    }
  }
  if (env.length > environmentVariablesPerProject) {
    found["env"] = `${environmentVariablesPerProject} variables maximum.`;
  }
  return found;
};

/** What was filled in for the chosen template. */
export const filledIn = ({ templateId = "", templateValues }: NewProjectValues): TemplateValues =>
  templateValues[templateId] ?? {};

/** The body of the create call. */
export const bodyOf = (values: NewProjectValues, defaults: BuildDefaults | undefined) => {
  const { platform, rewrite } = values;
  // The screen shows the address, so that one or none.
  const project = { name: values.name, exactAddress: true, platform, rewrite };
  switch (values.source) {
    case "upload":
      return { ...project, deployType: "UPLOAD" };
    case "hash":
      return {
        ...project,
        ipfsPath: values.ipfsPath,
        ...(isNamePath(values.ipfsPath)
          ? { deployType: "IPNS", ipnsAuto: values.ipnsAuto ?? true }
          : { deployType: "CID" }),
      };
    case "template":
      return {
        projectName: values.name,
        exactAddress: true,
        platform,
        web3TemplateId: values.templateId,
        configJson: filledIn(values),
      };
    case "repository":
      return {
        ...project,
        deployType: "REPOSITORY",
        repoId: values.repoId,
        currentBranch: values.currentBranch,
        rootDirectory: values.rootDirectory,
        framework: values.framework ?? defaults?.framework,
        installCommand: values.installCommand ?? defaults?.installCommand,
        buildCommand: values.buildCommand ?? defaults?.buildCommand,
        outputDirectory: values.outputDirectory ?? defaults?.outputDirectory,
        nodeVersion: values.nodeVersion ?? defaults?.nodeVersion,
        hookSwitch: values.hookSwitch && hearsPushes(values),
        env: filledVariables(values),
      };
  }
};

/** Nobody tells the cloud of pushes to a repository that it only reads. */
export const hearsPushes = ({ provider }: Pick<NewProjectValues, "provider">): boolean => provider !== "URL";

/** Rows in which something was typed. */
export const filledVariables = ({ env }: Pick<NewProjectValues, "env">): Variable[] =>
  env.filter((variable) => !isEmpty(variable));

const isEmpty = ({ key, value }: Variable): boolean => key === "" && value === "";
