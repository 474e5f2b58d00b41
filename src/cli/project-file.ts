/** .freehold/project.json links a folder to a project. It contains no secrets and can be committed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface ProjectLink {
  readonly host: string;
  readonly projectId: string;
  readonly name: string;
  /** The project's source; never changes. */
  readonly deployType: string;
}

export interface LinkedFolder extends ProjectLink {
  /** The `.freehold` folder. */
  readonly folder: string;
}

const folderName = ".freehold";
const fileName = "project.json";

/** Finds the link of this folder or its nearest parent. */
export const findLink = (from: string): LinkedFolder | undefined => {
  const folder = join(from, folderName);
  const link = read(join(folder, fileName));
  if (link) return { ...link, folder };
  const above = dirname(from);
  return above === from ? undefined : findLink(above);
};

export const writeLink = (root: string, link: ProjectLink): LinkedFolder => {
  const folder = join(root, folderName);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, fileName), `${JSON.stringify(link, null, 2)}\n`);
  const ignore = join(folder, ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "cache.json\n");
  return { ...link, folder };
};

const read = (file: string): ProjectLink | undefined => {
  try {
    const { host, projectId, name, deployType } = JSON.parse(readFileSync(file, "utf8")) as Partial<ProjectLink>;
    return host && projectId ? { host, projectId, name: name ?? projectId, deployType: deployType ?? "" } : undefined;
  } catch {
    return undefined;
  }
};
