import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { programsOf } from "../../../../../resources/hosting/build-programs.ts";
import { manifestOf } from "../../../../../resources/hosting/manifest.ts";
import { NodeMissing } from "../../../engines/sandbox/node-versions.ts";
import type { NodeRuntime } from "../../../engines/sandbox/programs.ts";
import type { Attempt } from "../attempt.ts";
import { DeploymentEnd } from "../ends.ts";
import type { Parts } from "../parts.ts";
import { packageManagerOf } from "./package-manager.ts";
import type { Workshop, Workspace } from "./workspace.ts";

const manifestBytesMax = 1024 * 1024;

/**
 * Looks for what the build needs of this machine, before any of it runs: a sandbox, the site generator's own program, the
 * version of Node.js. Ends the deployment with a sentence that names what is missing. The build's time starts afterwards.
 */
export const prepare = async (parts: Parts, attempt: Attempt, workspace: Workspace): Promise<Workshop> => {
  const { unavailable } = parts.engines.sandbox;
  if (unavailable !== undefined) throw new DeploymentEnd("failure", unavailable);
  await refuseWithoutPrograms(parts, attempt, workspace);
  const runtime = await nodeRuntime(parts, attempt);
  const packageManager = await packageManagerOf(workspace.root);
  return { ...workspace, runtime, packageManager, deadlineMs: Date.now() + parts.config.BUILD_MINUTES * 60_000 };
};

/** A project whose variables set a PATH brings programs of its own. */
const refuseWithoutPrograms = async ({ engines }: Parts, { project }: Attempt, { root }: Workspace): Promise<void> => {
  if (project.environment.some(({ key }) => key === "PATH")) return;
  const manifest = manifestOf(await readSmall(join(root, "package.json")));
  const missing = await engines.sandbox.missingProgram(programsOf(project.build_command, manifest));
  if (missing !== undefined) throw new DeploymentEnd("failure", missing);
};

/** Text of a file; undefined when it is absent, or too large to be what it is called. */
const readSmall = async (path: string): Promise<string | undefined> => {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && found.size <= manifestBytesMax ? readFile(path, "utf8") : undefined;
};

const nodeRuntime = async ({ engines }: Parts, { project, log, signal }: Attempt): Promise<NodeRuntime> => {
  try {
    return await engines.sandbox.fetchNode(project.node_version, { onLine: log.say, signal });
  } catch (error) {
    throw error instanceof NodeMissing ? new DeploymentEnd("failure", error.message) : error;
  }
};
