/** Resolves the source of a project's files for storage. Invalid input is reported on its field. */
import { platformLabels, type Platform } from "../../../../../resources/hosting/platforms.ts";
import { problemsOfTemplate } from "../../../../../resources/hosting/templates/template-values.ts";
import type { TemplateValues } from "../../../../../resources/hosting/templates/templates.ts";
import { AppError, invalidField } from "../../../kernel/app-error.ts";
import type { Db } from "../../../engines/database/database.ts";
import { nextCheck } from "../pushes/follow-names.ts";
import { findHash, findNamed } from "../publish/hash.ts";
import type { HostingContext } from "../deps.ts";
import { messages } from "../messages.ts";
import type { ProjectRow } from "../present.ts";

export type NewProject = Pick<
  ProjectRow,
  | "name"
  | "exactAddress"
  | "platform"
  | "deployType"
  | "repoId"
  | "ipfsPath"
  | "ipnsAuto"
  | "web3TemplateId"
  | "configJson"
> &
  Settings & { readonly cli?: boolean };

export type Settings = Pick<
  ProjectRow,
  | "rootDirectory"
  | "installCommand"
  | "buildCommand"
  | "outputDirectory"
  | "hookSwitch"
  | "currentBranch"
  | "framework"
  | "nodeVersion"
  | "buildTags"
  | "previews"
  | "rewrite"
  | "directoryList"
  | "env"
>;

/** Throws INVALID_INPUT for a platform that is not configured. */
export const checkPlatform = ({ engines }: HostingContext, platform: Platform): void => {
  if (platform === "IPFS" || platform === "AR" || engines.platforms.get(platform)) return;
  throw new AppError("INVALID_INPUT", { fields: { platform: [messages.notConnected(platformLabels[platform])] } });
};

/** Returns the source columns of a new project. */
export const sourceOf = async (deps: HostingContext, db: Db, teamId: string, input: NewProject) => {
  switch (input.deployType) {
    case "UPLOAD":
      return {};
    case "REPOSITORY":
      return repositoryOf(deps, db, teamId, input);
    case "CID":
      return { ipfs_path: await hashOf(deps, teamId, input.ipfsPath) };
    case "IPNS":
      return nameOf(deps, teamId, input.ipfsPath, input.ipnsAuto ?? false);
    case "TEMPLATE":
      return templateOf(deps, input.web3TemplateId, input.configJson ?? {});
  }
};

/** Normalizes the path; it must name a folder that is stored here. */
export const hashOf = async (deps: HostingContext, teamId: string, path: string | undefined): Promise<string> => {
  const hash = await findHash(deps, teamId, path ?? "");
  if ("problem" in hash) throw invalidField("ipfsPath", hash.problem);
  return hash.path;
};

/** Returns the columns of a project from a name; its target must be a folder that is stored here. */
export const nameOf = async (deps: HostingContext, teamId: string, path: string | undefined, isFollowed: boolean) => {
  const named = await findNamed(deps, teamId, path ?? "");
  if ("problem" in named) throw invalidField("ipfsPath", named.problem);
  return {
    ipfs_path: named.path,
    ipns_auto: isFollowed,
    ipns_resolved: named.target,
    ipns_check_at: isFollowed ? nextCheck() : null,
  };
};

export const templateOf = async ({ templates }: HostingContext, id: string | undefined, values: TemplateValues) => {
  const template = await templates.find(id ?? "");
  if (!template) throw invalidField("web3TemplateId", "Select a template.");
  const problems = Object.entries(problemsOfTemplate(template.configJson, values));
  if (problems.length > 0)
    throw new AppError("INVALID_INPUT", {
      fields: Object.fromEntries(problems.map(([key, problem]) => [`configJson.${key}`, [problem]])),
    });
  return { template_id: template.id, template_values: JSON.stringify(values) };
};

const repositoryOf = async ({ repositories }: HostingContext, db: Db, teamId: string, input: NewProject) => {
  const repository = input.repoId ? await repositories.find(db, teamId, input.repoId) : undefined;
  if (!repository) throw invalidField("repoId", "Select a repository.");
  return {
    repository_id: repository.id,
    branch: input.currentBranch || repository.defaultBranch,
    deploys_on_push: input.hookSwitch ?? true,
  };
};
