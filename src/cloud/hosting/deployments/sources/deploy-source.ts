/** Deployments that need neither a build nor an upload: from a hash, a name or a template. */
import { sql } from "kysely";
import type { TemplateValues } from "../../../../../resources/hosting/templates/templates.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { Project } from "../deployment-settings.ts";
import { findHash, findNamed } from "../publish/hash.ts";
import type { HostingContext } from "../deps.ts";
import { findProject } from "../projects/project-reads.ts";
import { prepareProject } from "../projects/projects.ts";
import { type NewProject, hashOf, nameOf, templateOf } from "./sources.ts";
import { enqueue, laneOf, type NewDeployment, type Queued } from "../builds/queue.ts";
import { messages } from "../messages.ts";

type Queue = (trx: Trx) => Promise<Queued>;

/** Prepares a deployment of the project's stored hash. Throws INVALID_INPUT when the content is no longer stored. */
export const prepareHash = async (deps: HostingContext, db: Db, teamId: string, projectId: string): Promise<Queue> => {
  const project = await findProject(db, teamId, projectId);
  if (project.deploy_type !== "CID" && project.deploy_type !== "IPNS")
    throw new AppError("INVALID_INPUT", { message: messages.notFromHash });
  return prepareSource(deps, project);
};

type Sourced = Pick<Project, "id" | "team_id" | "deploy_type" | "ipfs_path" | "template_id">;

/**
 * Resolves the current content of a project from a hash, a name or a template. The returned function queues the
 * deployment.
 */
export const prepareSource = async (deps: HostingContext, project: Sourced): Promise<Queue> => {
  const { target, ...source } = await sourceToQueue(deps, project);
  return async (trx) => {
    const { id, team_id } = await findProject(trx, project.team_id, project.id);
    if (target !== undefined)
      await trx.updateTable("project").set({ ipns_resolved: target }).where("id", "=", id).execute();
    return enqueue(deps.engines.jobs, trx, { project_id: id, team_id, ...source });
  };
};

/** Prepares a change of the hash or of the template's values, and the deployment that publishes it. */
export const prepareEdit = async (
  deps: HostingContext,
  db: Db,
  teamId: string,
  projectId: string,
  input: {
    readonly ipfsPath?: string | undefined;
    readonly ipnsAuto?: boolean | undefined;
    readonly configJson?: TemplateValues | undefined;
  },
): Promise<Queue> => {
  const project = await findProject(db, teamId, projectId);
  const changed = await changedSource(deps, project, input);
  const queue = await prepareSource(deps, { ...project, ...changed });
  return async (trx) => {
    await trx
      .updateTable("project")
      .set({ ...changed, updated_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", project.id)
      .execute();
    return queue(trx);
  };
};

export interface FromTemplate extends Pick<NewProject, "platform" | "exactAddress"> {
  readonly projectName: string;
  readonly web3TemplateId: string;
  readonly configJson: TemplateValues;
}

/** Prepares a project from a template and its first deployment. */
export const prepareFromTemplate = async (
  deps: HostingContext,
  db: Db,
  teamId: string,
  { projectName: name, ...input }: FromTemplate,
): Promise<Queue> => {
  const create = await prepareProject(deps, db, teamId, { name, deployType: "TEMPLATE", ...input });
  const source = await formToQueue(deps, input.web3TemplateId);
  return async (trx) => {
    const project_id = await create(trx);
    return enqueue(deps.engines.jobs, trx, { project_id, team_id: teamId, ...source });
  };
};

const changedSource = async (deps: HostingContext, project: Project, input: Parameters<typeof prepareEdit>[4]) => {
  if (project.deploy_type === "CID" || project.deploy_type === "IPNS") return changedContent(deps, project, input);
  if (project.deploy_type === "TEMPLATE" && input.configJson !== undefined)
    return templateOf(deps, project.template_id ?? "", input.configJson);
  throw new AppError("INVALID_INPUT", { message: messages.noSource });
};

/** A hash can be replaced by a name, and a name by a hash. */
const changedContent = async (deps: HostingContext, project: Project, input: Parameters<typeof prepareEdit>[4]) => {
  const { ipfsPath = project.ipfs_path ?? "", ipnsAuto = project.ipns_auto } = input;
  if (ipfsPath.startsWith("/ipns/"))
    return { deploy_type: "IPNS" as const, ...(await nameOf(deps, project.team_id, ipfsPath, ipnsAuto)) };
  const noName = { ipns_auto: false, ipns_resolved: null, ipns_check_at: null };
  return { deploy_type: "CID" as const, ipfs_path: await hashOf(deps, project.team_id, ipfsPath), ...noName };
};

type Source = Pick<NewDeployment, "trigger" | "message" | "cid" | "lane"> & {
  /** The path the name resolved to. */
  readonly target?: string;
};

const sourceToQueue = (
  deps: HostingContext,
  { deploy_type, team_id, ipfs_path, template_id }: Sourced,
): Promise<Source> => {
  if (deploy_type === "CID") return hashToQueue(deps, team_id, ipfs_path ?? "");
  return deploy_type === "IPNS" ? nameToQueue(deps, team_id, ipfs_path ?? "") : formToQueue(deps, template_id ?? "");
};

/** Resolves the name's current target. */
const nameToQueue = async (deps: HostingContext, teamId: string, path: string): Promise<Source> => {
  const named = await findNamed(deps, teamId, path);
  if ("problem" in named) throw new AppError("INVALID_INPUT", { message: named.problem });
  return {
    trigger: "ipns",
    lane: laneOf(named.isHere),
    cid: named.cid.toString(),
    message: named.target,
    target: named.target,
  };
};

const hashToQueue = async (deps: HostingContext, teamId: string, path: string): Promise<Source> => {
  const hash = await findHash(deps, teamId, path);
  if ("problem" in hash) throw new AppError("INVALID_INPUT", { message: hash.problem });
  return { trigger: "hash", lane: laneOf(hash.isHere), cid: hash.cid.toString(), message: hash.path };
};

const formToQueue = async ({ templates }: HostingContext, id: string): Promise<Source> => {
  const template = await templates.find(id);
  if (!template) throw new AppError("INVALID_INPUT", { message: messages.templateGone });
  return { trigger: "template", lane: "publish", message: template.name };
};
