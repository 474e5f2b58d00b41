import { lstat, readdir, realpath, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { buildOutputBytesMax, buildOutputFilesMax, uploadPathBytesMax } from "../../../../../resources/limits.ts";
import { secretFilesIn } from "../../../../../resources/hosting/secret-files.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { DeploymentEnd } from "../ends.ts";
import { messages } from "../messages.ts";
import type { Workspace } from "./workspace.ts";

export interface Output {
  readonly folder: string;
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** Files that usually hold secrets, removed from the output. */
  readonly leftOut: readonly string[];
}

/** Folders for the repository's tools that are never published. */
const neverPublished = ["node_modules", ".git"];

/**
 * Finds and checks the folder to publish: it must be in the project, contain files, and nothing but files and folders.
 * Removes files that usually hold secrets: a build can't ask whether to publish them.
 * Ends the deployment with a message that gives the problem.
 */
export const findOutput = async (workspace: Workspace, outputDirectory: string): Promise<Output> => {
  const folder = await resolveInside(workspace, outputDirectory);
  if (folder === (await realpath(workspace.root)))
    for (const name of neverPublished) await rm(join(folder, name), { recursive: true, force: true });
  const output = await measure(folder);
  if (output.fileCount === 0) throw new AppError("OUTPUT_EMPTY");
  return { folder, ...output };
};

const resolveInside = async ({ source, root }: Workspace, outputDirectory: string): Promise<string> => {
  const requested = join(root, outputDirectory);
  const stat = await lstat(requested).catch(() => undefined);
  if (!stat) {
    const names = (await readdir(root)).filter((name) => name !== ".git").toSorted();
    throw new DeploymentEnd("failure", messages.outputMissing(outputDirectory, names));
  }
  const folder = await realpath(requested).catch(() => requested);
  if (!isInside(await realpath(source), folder))
    throw new DeploymentEnd("failure", messages.outputOutside(outputDirectory));
  if (!(await lstat(folder)).isDirectory()) throw new DeploymentEnd("failure", messages.outputFile(outputDirectory));
  return folder;
};

/** Returns whether a real path is a folder or is below it. */
export const isInside = (folder: string, path: string): boolean => {
  const relativePath = relative(folder, path);
  return relativePath === "" || (relativePath !== ".." && !relativePath.startsWith(`..${sep}`));
};

const measure = async (root: string): Promise<Omit<Output, "folder">> => {
  let [fileCount, sizeBytes] = [0, 0];
  const leftOut: string[] = [];
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      refuseName(path);
      if (entry.isDirectory()) waiting.push(path);
      else if (!entry.isFile()) throw new DeploymentEnd("failure", messages.specialFile(path));
    }
    const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
    const secrets = new Set(secretFilesIn(paths));
    for (const path of secrets) await rm(join(root, path));
    leftOut.push(...secrets);
    const files = paths.filter((path) => !secrets.has(path));
    sizeBytes += await sizeOf(root, files);
    fileCount += files.length;
    if (fileCount > buildOutputFilesMax) throw new DeploymentEnd("failure", messages.tooManyFiles(buildOutputFilesMax));
    if (sizeBytes > buildOutputBytesMax) throw new DeploymentEnd("failure", messages.tooLarge(buildOutputBytesMax));
  }
  return { fileCount, sizeBytes, leftOut };
};

const refuseName = (path: string): void => {
  // Node decodes invalid bytes as this character; names that really contain it are refused too.
  if (path.includes("\uFFFD")) throw new DeploymentEnd("failure", messages.nameNotText(path));
  if (Buffer.byteLength(path) > uploadPathBytesMax)
    throw new DeploymentEnd("failure", messages.pathTooLong(path, uploadPathBytesMax));
};

const sizeOf = async (root: string, paths: readonly string[]): Promise<number> => {
  let sizeBytes = 0;
  for (const path of paths) sizeBytes += (await lstat(join(root, path))).size;
  return sizeBytes;
};
