/** Finds or creates the project of a command. */
import { uuidPattern } from "../../resources/declare/patterns.ts";
import type { CallSpec, Row } from "../../resources/declare/define.ts";
import type { projects } from "../../resources/hosting/projects.ts";
import type { Options } from "./arguments.ts";
import { calls } from "./calls.ts";
import { Refusal, type Cloud } from "./cloud.ts";
import { Failure } from "./failure.ts";
import type { LinkedFolder } from "./project-file.ts";

export type Project = Row<typeof projects>;

const pageSize = 100;

export const showProject = async (cloud: Cloud, projectId: string): Promise<Project> =>
  (await cloud.call<CallSpec>(calls.showProject, { params: { id: projectId } })) as Project;

/** Returns all projects of the team, last changed first. */
export const listProjects = async (cloud: Cloud, keyword?: string): Promise<Project[]> => {
  const found: Project[] = [];
  for (let page = 1; ; page++) {
    const query = { page, size: pageSize, ...(keyword !== undefined && { keyword }) };
    const { items, total } = (await cloud.call<CallSpec>(calls.listProjects, { query })) as {
      items: Project[];
      total: number;
    };
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found;
  }
};

export const createProject = async (cloud: Cloud, name: string): Promise<Project> => {
  const body = { name, platform: "IPFS", deployType: "UPLOAD" };
  const { projectId } = (await cloud.call<CallSpec>(calls.createProject, { body })) as { projectId: string };
  return showProject(cloud, projectId);
};

/** Returns the project of --project, by id or name, or the linked one. Throws a Failure if there is none. */
export const selectProject = async (
  cloud: Cloud,
  options: Options,
  link: LinkedFolder | undefined,
): Promise<Project> => {
  if (options.project !== undefined) return namedProject(cloud, options.project, options.create === true);
  if (!link)
    throw new Failure(
      "This folder is not linked to a project. Run freehold link, or specify one with --project.",
      "usage",
    );
  return showProject(cloud, link.projectId).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== "NOT_FOUND") throw error;
    throw new Failure(
      `This token can't access the linked project "${link.name}". Run freehold link to select another.`,
    );
  });
};

export const namedProject = async (cloud: Cloud, wanted: string, mayCreate: boolean): Promise<Project> => {
  if (uuidPattern.test(wanted)) return showProject(cloud, wanted);
  const found = (await listProjects(cloud, wanted)).find(({ name }) => name === wanted);
  if (found) return found;
  if (mayCreate) return createProject(cloud, wanted);
  throw new Failure(`No project named "${wanted}". Add --create to create it, or run freehold list.`);
};
