/** Deployments of what needs neither a build nor an upload: a hash, and a template that was filled in. */
import { sql } from "kysely";
import type { TemplateValues } from "../../../../resources/hosting/templates.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Project } from "./attempt.ts";
import { findHash } from "./hash.ts";
import { findNamed } from "./named.ts";
import type { Parts } from "./parts.ts";
import { findProject } from "./project-reads.ts";
import { createProject, type NewProject } from "./projects.ts";
import { enqueue, type Queued } from "./queue.ts";
import { sentences } from "./sentences.ts";
import { hashOf, nameOf, templateOf } from "./sources.ts";

/** Queues a deployment of a hash as it stands in the project. Throws INVALID_INPUT when it is not held any more. */
export const deployHash = async (parts: Parts, trx: Trx, teamId: string, projectId: string): Promise<Queued> => {
  const project = await findProject(trx, teamId, projectId);
  if (project.deploy_type !== "CID" && project.deploy_type !== "IPNS")
    throw new AppError("INVALID_INPUT", { message: sentences.notFromHash });
  return queueSource(parts, trx, project);
};

/** Queues a deployment of a project from a hash or a template. */
export const queueSource = async (parts: Parts, trx: Trx, project: Project): Promise<Queued> => {
  const source = await sourceToQueue(parts, trx, project);
  const { id: project_id, team_id } = project;
  return enqueue(parts.engines.jobs, trx, { project_id, team_id, lane: "publish", ...source });
};

/** Stores another hash, or other values of the template, and queues the deployment that shows it. */
export const editSource = async (
  parts: Parts,
  trx: Trx,
  teamId: string,
  projectId: string,
  input: {
    readonly ipfsPath?: string | undefined;
    readonly ipnsAuto?: boolean | undefined;
    readonly configJson?: TemplateValues | undefined;
  },
): Promise<Queued> => {
  const project = await findProject(trx, teamId, projectId);
  const changed = await changedSource(parts, project, input);
  await trx
    .updateTable("project")
    .set({ ...changed, updated_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", project.id)
    .execute();
  return queueSource(parts, trx, await findProject(trx, teamId, projectId));
};

export interface FromTemplate extends Pick<NewProject, "platform"> {
  readonly projectName: string;
  readonly web3TemplateId: string;
  readonly configJson: TemplateValues;
}

/** Makes a project from a template and queues its first deployment. */
export const createFromTemplate = async (
  parts: Parts,
  trx: Trx,
  teamId: string,
  { projectName: name, ...input }: FromTemplate,
): Promise<Queued> => {
  const id = await createProject(parts, trx, teamId, { name, deployType: "TEMPLATE", ...input });
  return queueSource(parts, trx, await findProject(trx, teamId, id));
};

const changedSource = async (parts: Parts, project: Project, input: Parameters<typeof editSource>[4]) => {
  if (project.deploy_type === "CID" || project.deploy_type === "IPNS") return changedContent(parts, project, input);
  if (project.deploy_type === "TEMPLATE" && input.configJson !== undefined)
    return templateOf(parts, project.template_id ?? "", input.configJson);
  throw new AppError("INVALID_INPUT", { message: sentences.noSource });
};

/** A hash may give way to a name, and a name to a hash. */
const changedContent = async (parts: Parts, project: Project, input: Parameters<typeof editSource>[4]) => {
  const { ipfsPath = project.ipfs_path ?? "", ipnsAuto = project.ipns_auto } = input;
  if (ipfsPath.startsWith("/ipns/"))
    return { deploy_type: "IPNS" as const, ...(await nameOf(parts, ipfsPath, ipnsAuto)) };
  const noName = { ipns_auto: false, ipns_resolved: null, ipns_check_at: null };
  return { deploy_type: "CID" as const, ipfs_path: await hashOf(parts, ipfsPath), ...noName };
};

const sourceToQueue = (parts: Parts, trx: Trx, project: Project) => {
  if (project.deploy_type === "CID") return hashToQueue(parts, project);
  return project.deploy_type === "IPNS" ? nameToQueue(parts, trx, project) : formToQueue(parts, project);
};

/** What the name leads to at this moment. */
const nameToQueue = async (parts: Parts, trx: Trx, project: Project) => {
  const named = await findNamed(parts, project.ipfs_path ?? "");
  if ("problem" in named) throw new AppError("INVALID_INPUT", { message: named.problem });
  await trx.updateTable("project").set({ ipns_resolved: named.target }).where("id", "=", project.id).execute();
  return { trigger: "ipns", cid: named.cid.toString(), message: named.target } as const;
};

const hashToQueue = async (parts: Parts, project: Project) => {
  const found = await findHash(parts.engines.blocks, project.ipfs_path ?? "");
  if ("problem" in found) throw new AppError("INVALID_INPUT", { message: found.problem });
  return { trigger: "hash", cid: found.cid.toString(), message: found.path } as const;
};

const formToQueue = async ({ templates }: Parts, project: Project) => {
  const template = await templates.find(project.template_id ?? "");
  if (!template) throw new AppError("INVALID_INPUT", { message: sentences.templateGone });
  return { trigger: "template", message: template.name } as const;
};
