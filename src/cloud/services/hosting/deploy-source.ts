/** Deployments that need neither a build nor an upload: from a hash, a name or a template. */
import { sql } from "kysely";
import type { TemplateValues } from "../../../../resources/hosting/templates.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Project } from "./attempt.ts";
import { findHash } from "./hash.ts";
import { findNamed } from "./named.ts";
import type { HostingContext } from "./deps.ts";
import { findProject } from "./project-reads.ts";
import { prepareProject, type NewProject } from "./projects.ts";
import { enqueue, laneOf, type NewDeployment, type Queued } from "./queue.ts";
import { messages } from "./messages.ts";
import { hashOf, nameOf, templateOf } from "./sources.ts";

type Queue = (trx: Trx) => Promise<Queued>;

/** Prepares a deployment of the project's stored hash. Throws INVALID_INPUT when the content is no longer stored. */
export const prepareHash = async (parts: HostingContext, db: Db, teamId: string, projectId: string): Promise<Queue> => {
  const project = await findProject(db, teamId, projectId);
  if (project.deploy_type !== "CID" && project.deploy_type !== "IPNS")
    throw new AppError("INVALID_INPUT", { message: messages.notFromHash });
  return prepareSource(parts, project);
};

type Sourced = Pick<Project, "id" | "team_id" | "deploy_type" | "ipfs_path" | "template_id">;

/**
 * Resolves the current content of a project from a hash, a name or a template. The returned function queues the
 * deployment.
 */
export const prepareSource = async (parts: HostingContext, project: Sourced): Promise<Queue> => {
  const { target, ...source } = await sourceToQueue(parts, project);
  return async (trx) => {
    const { id, team_id } = await findProject(trx, project.team_id, project.id);
    if (target !== undefined)
      await trx.updateTable("project").set({ ipns_resolved: target }).where("id", "=", id).execute();
    return enqueue(parts.engines.jobs, trx, { project_id: id, team_id, ...source });
  };
};

/** Prepares a change of the hash or of the template's values, and the deployment that publishes it. */
export const prepareEdit = async (
  parts: HostingContext,
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
  const changed = await changedSource(parts, project, input);
  const queue = await prepareSource(parts, { ...project, ...changed });
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
  parts: HostingContext,
  db: Db,
  teamId: string,
  { projectName: name, ...input }: FromTemplate,
): Promise<Queue> => {
  const create = await prepareProject(parts, db, teamId, { name, deployType: "TEMPLATE", ...input });
  const source = await formToQueue(parts, input.web3TemplateId);
  return async (trx) => {
    const project_id = await create(trx);
    return enqueue(parts.engines.jobs, trx, { project_id, team_id: teamId, ...source });
  };
};

const changedSource = async (parts: HostingContext, project: Project, input: Parameters<typeof prepareEdit>[4]) => {
  if (project.deploy_type === "CID" || project.deploy_type === "IPNS") return changedContent(parts, project, input);
  if (project.deploy_type === "TEMPLATE" && input.configJson !== undefined)
    return templateOf(parts, project.template_id ?? "", input.configJson);
  throw new AppError("INVALID_INPUT", { message: messages.noSource });
};

/** A hash can be replaced by a name, and a name by a hash. */
const changedContent = async (parts: HostingContext, project: Project, input: Parameters<typeof prepareEdit>[4]) => {
  const { ipfsPath = project.ipfs_path ?? "", ipnsAuto = project.ipns_auto } = input;
  if (ipfsPath.startsWith("/ipns/"))
    return { deploy_type: "IPNS" as const, ...(await nameOf(parts, project.team_id, ipfsPath, ipnsAuto)) };
  const noName = { ipns_auto: false, ipns_resolved: null, ipns_check_at: null };
  return { deploy_type: "CID" as const, ipfs_path: await hashOf(parts, project.team_id, ipfsPath), ...noName };
};

type Source = Pick<NewDeployment, "trigger" | "message" | "cid" | "lane"> & {
  /** The path the name resolved to. */
  readonly target?: string;
};

const sourceToQueue = (
  parts: HostingContext,
  { deploy_type, team_id, ipfs_path, template_id }: Sourced,
): Promise<Source> => {
  if (deploy_type === "CID") return hashToQueue(parts, team_id, ipfs_path ?? "");
  return deploy_type === "IPNS" ? nameToQueue(parts, team_id, ipfs_path ?? "") : formToQueue(parts, template_id ?? "");
};

/** Resolves the name's current target. */
const nameToQueue = async (parts: HostingContext, teamId: string, path: string): Promise<Source> => {
  const named = await findNamed(parts, teamId, path);
  if ("problem" in named) throw new AppError("INVALID_INPUT", { message: named.problem });
  return {
    trigger: "ipns",
    lane: laneOf(named.isHere),
    cid: named.cid.toString(),
    message: named.target,
    target: named.target,
  };
};

const hashToQueue = async (parts: HostingContext, teamId: string, path: string): Promise<Source> => {
  const found = await findHash(parts, teamId, path);
  if ("problem" in found) throw new AppError("INVALID_INPUT", { message: found.problem });
  return { trigger: "hash", lane: laneOf(found.isHere), cid: found.cid.toString(), message: found.path };
};

const formToQueue = async ({ templates }: HostingContext, id: string): Promise<Source> => {
  const template = await templates.find(id);
  if (!template) throw new AppError("INVALID_INPUT", { message: messages.templateGone });
  return { trigger: "template", lane: "publish", message: template.name };
};
