import { lstat, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { fetchSecondsMax } from "../../../../../resources/limits.ts";
import type { Attempt } from "../attempt.ts";
import { GitError } from "../../../engines/git/run-git.ts";
import { AppError } from "../../../app-error.ts";
import { DeploymentEnd } from "../ends.ts";
import type { JobFolders } from "../job-folders.ts";
import type { HostingContext } from "../deps.ts";
import { messages } from "../messages.ts";
import { isInside } from "./output.ts";
import type { Workspace } from "./workspace.ts";

/** Checks out the commit into a new job folder. */
export const checkout = async (deps: HostingContext, folders: JobFolders, attempt: Attempt): Promise<Workspace> => {
  const { deployment, project, log, signal } = attempt;
  const { database, git } = deps.engines;
  const repository = project.repository_id
    ? await deps.repositories.find(database.db, project.team_id, project.repository_id)
    : undefined;
  if (!repository) throw new AppError("REPOSITORY_NOT_CONNECTED");
  const source = join(await folders.open(deployment.id), "source");
  await mkdir(source);
  const revision = deployment.commit_hash ?? deployment.branch ?? project.branch;
  // Another worker may have fetched it, and this one not yet.
  await deps.repositories.commit(database.db, repository, revision, { patienceMs: fetchSecondsMax * 1000, signal });
  const commit = await git.checkout(deps.repositories.pathOf(repository), revision, source, signal).catch(explain);
  const name = `${repository.namespace}/${repository.name}`;
  log.say(messages.checkout(name, deployment.branch, commit.hash));
  return {
    source,
    rootDirectory: project.root_directory,
    root: await rootWithin(source, project.root_directory),
    cache: await folders.cache(project.id),
    frameworkCache: folders.frameworkCache(project.id),
  };
};

/** Passes Git's error on to the user: the commit is missing or too large. */
const explain = (error: unknown): never => {
  throw error instanceof GitError ? new DeploymentEnd("failure", error.message) : error;
};

const rootWithin = async (source: string, rootDirectory: string): Promise<string> => {
  const root = await realpath(join(source, rootDirectory)).catch(() => undefined);
  const isFolder = root !== undefined && isInside(await realpath(source), root) && (await lstat(root)).isDirectory();
  if (!isFolder) throw new DeploymentEnd("failure", messages.rootMissing(rootDirectory));
  return root;
};
