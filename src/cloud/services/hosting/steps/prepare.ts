import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { programsOf } from "../../../../../resources/hosting/build-programs.ts";
import { manifestOf, parseJson } from "../../../../../resources/hosting/manifest.ts";
import { NodeMissing } from "../../../engines/sandbox/node-versions.ts";
import type { NodeRuntime } from "../../../engines/sandbox/programs.ts";
import type { Attempt } from "../attempt.ts";
import { DeploymentEnd } from "../ends.ts";
import type { HostingContext } from "../deps.ts";
import { messages } from "../messages.ts";
import { packageManagerOf } from "./package-manager.ts";
import type { Workshop, Workspace } from "./workspace.ts";

const manifestBytesMax = 1024 * 1024;

/**
 * Checks this machine for the build's requirements before running any of it: a sandbox, the site generator, the version
 * of Node.js. Ends the deployment with a message that names a missing one. The build's time starts afterwards.
 */
export const prepare = async (deps: HostingContext, attempt: Attempt, workspace: Workspace): Promise<Workshop> => {
  const { unavailable } = deps.engines.sandbox;
  if (unavailable !== undefined) throw new DeploymentEnd("failure", unavailable);
  await refuseWithoutPrograms(deps, attempt, workspace);
  const runtime = await nodeRuntime(deps, attempt);
  const packageManager = await packageManagerOf(workspace.root);
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
