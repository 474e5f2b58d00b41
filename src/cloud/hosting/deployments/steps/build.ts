import type { ImportedTree } from "../../../engines/blocks/blocks.ts";
import type { Attempt } from "../builds/attempt.ts";
import type { JobFolders } from "../builds/job-folders.ts";
import type { HostingContext } from "../deps.ts";
import { messages } from "../messages.ts";
import { install, runStep } from "./command.ts";
import { saveFrameworkCache, restoreFrameworkCache } from "./framework-cache.ts";
import { findOutput, isInside } from "./output.ts";
import { packageManagerOf } from "./package-manager.ts";
import type { Workshop, Workspace } from "./workspace.ts";
import { lstat, mkdir, realpath, readFile, stat } from "node:fs/promises";
import { join, dirname } from "node:path";
import { fetchSecondsMax } from "../../../../../resources/limits.ts";
import { GitError } from "../../../engines/git/run-git.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { DeploymentEnd } from "../ends.ts";
import * as z from "zod/mini";
import { programsOf } from "../../../../../resources/hosting/builds/build-programs.ts";
import { manifestOf, parseJson } from "../../../../../resources/hosting/builds/manifest.ts";
import { NodeMissing } from "../../../engines/sandbox/node-versions.ts";
import type { NodeRuntime } from "../../../engines/sandbox/programs.ts";

/** Counts the seconds a build used the machine; they are charged even if it fails. */
export type BuildClock = ReturnType<typeof createBuildClock>;

/** Builds a commit into imported files: checkout, install, build, output. Nothing goes live yet. */
export const buildFromRepository = async (
  deps: HostingContext,
  folders: JobFolders,
  attempt: Attempt,
  clock: BuildClock,
): Promise<ImportedTree> => {
  const workspace = await checkout(deps, folders, attempt);
  await build(deps, attempt, workspace, clock);
  const keepOutput = await saveFrameworkCache(workspace, attempt);
  await attempt.moveTo("syncing");
  const output = await findOutput(workspace, attempt.project.output_directory);
  if (output.leftOut.length > 0) attempt.log.say(messages.secretsLeftOut(output.leftOut));
  attempt.log.say(messages.measured(output.fileCount, output.sizeBytes));
  await deps.allowance.ask(deps.engines.database.db, attempt.project.team_id, "IPFS_STORAGE", output.sizeBytes);
  const tree = await deps.engines.blocks.importFolder(output.folder, attempt.signal);
  await keepOutput();
  return tree;
};

const build = async (
  deps: HostingContext,
  attempt: Attempt,
  workspace: Workspace,
  clock: BuildClock,
): Promise<void> => {
  const { build_command: command, install_command } = attempt.project;
  if (command === "" && install_command === "") return attempt.log.say(messages.noBuildCommand);
  const workshop = await prepare(deps, attempt, workspace);
  clock.start();
  await attempt.moveTo("running");
  await install(deps, attempt, workshop);
  await restoreFrameworkCache(workshop, attempt);
  if (command !== "") await runStep(deps, attempt, workshop, { name: "build", command, network: "none" });
  clock.stop();
};

export const createBuildClock = () => {
  let startedMs: number | undefined;
  let stoppedMs: number | undefined;
  return {
    start: (): void => void (startedMs = Date.now()),
    stop: (): void => void (stoppedMs = Date.now()),
    seconds: (): number => (startedMs === undefined ? 0 : Math.ceil(((stoppedMs ?? Date.now()) - startedMs) / 1000)),
  };
};

/** Checks out the commit into a new job folder. */
const checkout = async (deps: HostingContext, folders: JobFolders, attempt: Attempt): Promise<Workspace> => {
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

const manifestBytesMax = 1024 * 1024;

/**
 * Checks this machine for the build's requirements before running any of it: a sandbox, the site generator, the version
 * of Node.js. Ends the deployment with a message that names a missing one. The build's time starts afterwards.
 */
const prepare = async (deps: HostingContext, attempt: Attempt, workspace: Workspace): Promise<Workshop> => {
  const { unavailable } = deps.engines.sandbox;
  if (unavailable !== undefined) throw new DeploymentEnd("failure", unavailable);
  await refuseWithoutPrograms(deps, attempt, workspace);
  const runtime = await nodeRuntime(deps, attempt);
  const packageManager = await packageManagerOf(workspace.root, await realpath(workspace.source));
  attempt.log.say(messages.versions(await runtimeVersions(runtime)));
  return { ...workspace, runtime, packageManager, deadlineMs: Date.now() + deps.config.BUILD_MINUTES * 60_000 };
};

/** Returns "Node.js 24.11.0" and "npm 11.6.1". */
const runtimeVersions = async ({ node, npmFolder }: NodeRuntime): Promise<string[]> => {
  const versionIn = async (folder: string) => manifestVersion(await readSmall(join(folder, "package.json")));
  const own = node === process.execPath ? process.versions.node : await versionIn(dirname(dirname(node)));
  return [`Node.js ${own}`, `npm ${await versionIn(npmFolder)}`];
};

const versionSchema = z.object({ version: z.string() });

const manifestVersion = (text: string | undefined): string =>
  versionSchema.safeParse(parseJson(text ?? "")).data?.version ?? "unknown version";

/** Ends the deployment if a program is missing, unless the project sets PATH. */
const refuseWithoutPrograms = async (
  { engines }: HostingContext,
  { project }: Attempt,
  { root }: Workspace,
): Promise<void> => {
  if (project.environment.some(({ key }) => key === "PATH")) return;
  const manifest = manifestOf(await readSmall(join(root, "package.json")));
  const missing = await engines.sandbox.missingProgram(programsOf(project.build_command, manifest));
  if (missing !== undefined) throw new DeploymentEnd("failure", missing);
};

/** Reads the text of a file; undefined if it is missing or too large. */
const readSmall = async (path: string): Promise<string | undefined> => {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() && stats.size <= manifestBytesMax ? readFile(path, "utf8") : undefined;
};

const nodeRuntime = async ({ engines }: HostingContext, { project, log, signal }: Attempt): Promise<NodeRuntime> => {
  try {
    return await engines.sandbox.fetchNode(project.node_version, { onLine: log.say, signal });
  } catch (error) {
    throw error instanceof NodeMissing ? new DeploymentEnd("failure", error.message) : error;
  }
};
