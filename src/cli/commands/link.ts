import { basename } from "node:path";
import type { Arguments, Options } from "../arguments.ts";
import type { Cloud } from "../cloud.ts";
import { signedIn } from "../credentials.ts";
import { Failure } from "../failure.ts";
import { findLink, writeLink, type LinkedFolder } from "../project-file.ts";
import { toProjectName } from "../../../resources/hosting/to-project-name.ts";
import { createProject, listProjects, namedProject, type Project } from "../projects.ts";
import { ask, choose, isInteractive } from "../prompts.ts";
import { green, printJson, printMessage } from "../terminal.ts";

export const link = async ({ options }: Arguments): Promise<void> => {
  const cloud = signedIn(options);
  const { folder, ...linked } = await linkHere(cloud, options);
  if (options.json) return printJson(linked);
  printMessage(`${green("✓")} Linked to ${linked.name} (${folder}). Deploy with freehold deploy.`);
};

/** Links this folder to a project, given or selected. */
export const linkHere = async (cloud: Cloud, options: Options): Promise<LinkedFolder> => {
  const { id, name, deployType } =
    options.project === undefined
      ? await pick(cloud)
      : await namedProject(cloud, options.project, options.create === true);
  return writeLink(process.cwd(), { host: cloud.origin, projectId: id, name, deployType });
};

/** Returns the linked folder. On a terminal, links an unlinked folder first. */
export const requireLink = async (
  options: Options,
  cloudFor: (host?: string) => Cloud,
): Promise<LinkedFolder | undefined> => {
  const link = findLink(process.cwd());
  if (link || options.project !== undefined || !isInteractive()) return link;
  return linkHere(cloudFor(), options);
};

const pick = async (cloud: Cloud): Promise<Project> => {
  if (!isInteractive()) throw new Failure("Specify the project with --project.", "usage");
  const all = await listProjects(cloud);
  const answers = ["New project", ...all.map(({ name, mainLink }) => `${name}  ${mainLink}`)];
  const picked = all.length === 0 ? 0 : await choose("Project", answers);
  if (picked > 0) return all[picked - 1]!;
  return createProject(cloud, await ask("New project name", toProjectName(basename(process.cwd()))));
};
