import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { copyFolder } from "./copy-files.ts";

const run = promisify(execFile);

/**
 * Copies bare repositories that may receive pushes during the copy. Fetches objects and refs through Git, which yields
 * a consistent state; copies settings and hooks as files.
 */
export const copyRepositories = async (source: string, target: string): Promise<void> => {
  for (const repository of await repositoriesBelow(source)) {
    const copy = join(target, relative(source, repository));
    await mkdir(dirname(copy), { recursive: true });
    await run("git", ["clone", "--mirror", "--no-local", "--quiet", repository, copy]);
    await copyFolder(repository, copy, (path) => !/^(config|description|hooks(\/.*)?)$/.test(path));
  }
};

const repositoriesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.map((entry) => entry.name);
  if (names.includes("HEAD") && names.includes("objects")) return [folder];
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return (await Promise.all(folders.map(repositoriesBelow))).flat();
};
