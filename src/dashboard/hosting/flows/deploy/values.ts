/** Values of the New Project form, and the body sent to the server. */
import type * as z from "zod/mini";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { nameRepeated, repeatedNames } from "../../../../../resources/hosting/environment.ts";
import { cidText } from "../../../../../resources/hosting/ipfs-path.ts";
import type { Platform } from "../../../../../resources/hosting/platforms.ts";
import { projects, type Variable } from "../../../../../resources/hosting/projects.ts";
import type {
  detectFramework,
  RepositoryProvider,
} from "../../../../../resources/hosting/repositories/repositories.ts";
import { problemsOfTemplate } from "../../../../../resources/hosting/templates/template-values.ts";
import type { Template, TemplateValues } from "../../../../../resources/hosting/templates/templates.ts";

/** Sources of a project: files, a repository, a template, or existing content by its hash. */
export const sources = ["upload", "repository", "template", "hash"] as const;
export type Source = (typeof sources)[number];

export interface NewProjectValues {
  readonly source: Source;
  readonly name: string;
  /** The user edited the name: suggestions no longer replace it. */
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
  /** Absent while the detected one applies. */
  readonly framework?: string | undefined;
  readonly installCommand?: string | undefined;
  readonly buildCommand?: string | undefined;
  readonly outputDirectory?: string | undefined;
  readonly nodeVersion?: string | undefined;
  readonly env: readonly Variable[];
  /** A path: /ipfs/<cid> or /ipns/<name>, optionally with a subfolder. */
  readonly ipfsPath: string;
  /** Whether the site follows the name; true by default. */
  readonly ipnsAuto?: boolean;
  readonly templateId?: string;
  /** Values by template, so that selecting another one loses nothing. */
  readonly templateValues: Readonly<Record<string, TemplateValues>>;
  /** Deploy was clicked before signing in: it continues after sign-in. */
  readonly resumes?: boolean;
}

/** Messages by field: "name", "env.0.key", "configJson.links". */
export type Problems = Readonly<Record<string, string>>;

export type DetectedBuild = Reply<typeof detectFramework>;

/** The server's defaults for a project. */
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

/** Returns whether a path starts with a name rather than a CID. */
export const isNamePath = (path: string): boolean => path.trim().startsWith("/ipns/");

/** Converts ipfs://… URLs, gateway URLs and bare CIDs or names to a path; returns other text unchanged. */
export const toIpfsPath = (text: string): string => {
  const plain = text.trim().replace(/[?#].*$/, "");
  const [, space, path] = /^(?:https?:\/\/[^/]+)?\/?(ipfs|ipns)(?::\/)?\/(.+)$/.exec(plain) ?? [];
  if (space !== undefined) return `/${space}/${path!}`;
  const [, root, hostSpace, below = ""] = /^https?:\/\/([^./]+)\.(ipfs|ipns)\.[^/]+(\/.*)?$/.exec(plain) ?? [];
  if (root !== undefined) return `/${hostSpace!}/${root}${below.replace(/\/$/, "")}`;
  // Public keys in base36, as names are usually written.
  if (/^k(?:51qzi5uqu5|2k4r8)[a-z0-9]{30,}(?:\/|$)/.test(plain)) return `/ipns/${plain}`;
  return new RegExp(`^(?:${cidText})(?:/|$)`).test(plain) && plain.length > 40 ? `/ipfs/${plain}` : text;
};

/** Validates the values by the declaration's own schemas. */
export const problemsOf = (values: NewProjectValues, template?: Template): Problems => {
  const fieldProblems: Record<string, string> = {};
  const check = (field: keyof typeof projects.fields, value: unknown) => {
    const result = (projects.fields[field].schema as z.ZodMiniType).safeParse(value);
    for (const { path, message } of result.error?.issues ?? []) fieldProblems[[field, ...path].join(".")] ??= message;
  };
  check("name", values.name);
  if (values.source === "hash") check("ipfsPath", values.ipfsPath);
  if (values.source === "repository") {
    for (const field of ["rootDirectory", "installCommand", "buildCommand", "outputDirectory"] as const)
      check(field, values[field]);
    Object.assign(fieldProblems, problemsOfVariables(values.env));
  }
  if (values.source === "template" && template) {
    const problems = problemsOfTemplate(template.configJson, filledIn(values));
    for (const [key, problem] of Object.entries(problems)) fieldProblems[`configJson.${key}`] = problem;
  }
  return fieldProblems;
};

/** Validates environment variables; ignores empty rows. */
export const problemsOfVariables = (env: readonly Variable[]): Problems => {
  const fieldProblems: Record<string, string> = {};
  const filled = filledVariables({ env });
  for (const { path, message } of projects.fields.env.schema.safeParse(filled).error?.issues ?? []) {
    const [at, ...rest] = path;
    const field = at === undefined ? "env" : ["env", env.indexOf(filled[Number(at)]!), ...rest].join(".");
    fieldProblems[field] ??= message;
  }
  for (const at of repeatedNames(filled)) fieldProblems[`env.${env.indexOf(filled[at]!)}.key`] ??= nameRepeated;
  return fieldProblems;
};

/** Returns the values of the selected template. */
export const filledIn = ({ templateId = "", templateValues }: NewProjectValues): TemplateValues =>
  templateValues[templateId] ?? {};

/** Returns the body of the create call. */
export const bodyOf = (values: NewProjectValues, defaults: BuildDefaults | undefined) => {
  const { platform, rewrite } = values;
  // The screen shows the URL, so the project gets exactly that one or none.
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
        hookSwitch: values.hookSwitch && receivesPushes(values),
        env: filledVariables(values),
      };
  }
};

/** Returns whether pushes trigger builds: read-only repositories send no webhooks. */
export const receivesPushes = ({ provider }: Pick<NewProjectValues, "provider">): boolean => provider !== "URL";

/** Returns the rows that are not empty. */
export const filledVariables = ({ env }: Pick<NewProjectValues, "env">): Variable[] =>
  env.filter((variable) => !isEmpty(variable));

const isEmpty = ({ key, value }: Variable): boolean => key === "" && value === "";
