/** Deployments of what needs neither a build nor an upload: a hash, and a template that was filled in. */
import { sql } from "kysely";
import type { TemplateValues } from "../../../../resources/hosting/templates.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Project } from "./attempt.ts";
import { findHash } from "./hash.ts";
import type { Parts } from "./parts.ts";
import { findProject } from "./project-reads.ts";
import { createProject, type NewProject } from "./projects.ts";
import { enqueue, type Queued } from "./queue.ts";
import { sentences } from "./sentences.ts";
import { hashOf, templateOf } from "./sources.ts";

/** Queues a deployment of a hash as it stands in the project. Throws INVALID_INPUT when it is not held any more. */
export const deployHash = async (parts: Parts, trx: Trx, teamId: string, projectId: string): Promise<Queued> => {
  const project = await findProject(trx, teamId, projectId);
  if (project.deploy_type !== "CID") throw new AppError("INVALID_INPUT", { message: sentences.notFromHash });
  return queueSource(parts, trx, project);
};

/** Queues a deployment of a project from a hash or a template. */
export const queueSource = async (parts: Parts, trx: Trx, project: Project): Promise<Queued> => {
  const source = project.deploy_type === "CID" ? await hashToQueue(parts, project) : await formToQueue(parts, project);
  const { id: project_id, team_id } = project;
  return enqueue(parts.engines.jobs, trx, { project_id, team_id, lane: "publish", ...source });
};

/** Stores another hash, or other values of the template, and queues the deployment that shows it. */
export const editSource = async (
  parts: Parts,
  trx: Trx,
  teamId: string,
  projectId: string,
  input: { readonly ipfsPath?: string | undefined; readonly configJson?: TemplateValues | undefined },
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
  if (project.deploy_type === "CID" && input.ipfsPath !== undefined)
    return { ipfs_path: await hashOf(parts, input.ipfsPath) };
  if (project.deploy_type === "TEMPLATE" && input.configJson !== undefined)
    return templateOf(parts, project.template_id ?? "", input.configJson);
  throw new AppError("INVALID_INPUT", { message: sentences.noSource });
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
