import { lstat, readFile, realpath, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { buildDiskBytesMax } from "../../../../../resources/limits.ts";
import type { SandboxCommand, SandboxEnd } from "../../../engines/sandbox/sandbox.ts";
import type { Attempt } from "../builds/attempt.ts";
import type { HostingContext } from "../deps.ts";
import { DeploymentEnd, Interrupted } from "../ends.ts";
import { messages } from "../messages.ts";
import type { Workshop } from "./workspace.ts";

interface Step {
  /** Its name in the log: "build". */
  readonly name: string;
  readonly command: string;
  readonly network: SandboxCommand["network"];
  /** Folder of the command, relative to the repository's root. Default: the project's root directory. */
  readonly folder?: string;
}

/** Runs a command in the sandbox, in the root directory, and logs its output. Ends the deployment if it fails. */
export const runStep = async (
  deps: HostingContext,
  attempt: Attempt,
  workshop: Workshop,
  step: Step,
): Promise<void> => {
  const { deployment, project, log, signal } = attempt;
  const secondsLeft = (workshop.deadlineMs - Date.now()) / 1000;
  if (secondsLeft <= 0) throw failureOf(deps, step, { reason: "timeout" });
  log.say(messages.command(step.command));
  const end = await deps.engines.sandbox.run({
    folder: workshop.source,
    command: inFolder(step.folder ?? workshop.rootDirectory, step.command),
    network: step.network,
    environment: {
      FREEHOLD_COMMIT: deployment.commit_hash ?? "",
      FREEHOLD_BRANCH: deployment.branch ?? "",
      ...Object.fromEntries(project.environment.map(({ key, value }) => [key, value])),
    },
    cacheFolder: workshop.cache,
    runtime: workshop.runtime,
    shims: workshop.packageManager?.shims ?? {},
    timeoutSeconds: secondsLeft,
    memoryMb: deps.config.BUILD_MEMORY_MB,
    diskBytes: buildDiskBytesMax,
    onLine: log.line,
    signal,
  });
  signal.throwIfAborted();
  if (end.reason !== "exit" || end.code !== 0) throw failureOf(deps, step, end);
};

const failureOf = ({ config }: HostingContext, { name }: Step, end: SandboxEnd): Error => {
  switch (end.reason) {
    case "exit":
      return new DeploymentEnd("failure", messages.exit(name, end.code));
    case "timeout":
      return new DeploymentEnd("timeout", messages.timeout(config.BUILD_MINUTES));
    case "memory":
      return new DeploymentEnd("failure", messages.memory(name, config.BUILD_MEMORY_MB));
    case "processes":
      return new DeploymentEnd("failure", messages.processes(name));
    case "disk":
      return new DeploymentEnd("failure", messages.disk(name, buildDiskBytesMax));
    case "output":
      return new DeploymentEnd("failure", messages.output(name));
    default:
      // "cancelled" only when the sandbox closes: the attempt's signal was checked before.
      return new Interrupted("shutdown");
  }
};

const inFolder = (folder: string, command: string): string =>
  folder === "" ? command : `cd -- '${folder.replaceAll("'", `'\\''`)}' && ${command}`;

/** Logs the exact version of pnpm or Yarn, which is resolved by the registry. */
const logManagerVersion = async (deps: HostingContext, attempt: Attempt, workshop: Workshop): Promise<void> => {
  const [program] = Object.keys(workshop.packageManager?.shims ?? {});
  if (program === undefined) return;
  const command = `${program} --version`;
  await runStep(deps, attempt, workshop, { name: "installation", network: "registries", command });
};

/** Rewrites a Yarn 1 lock file, which stores the URL of each package, to the configured registry. */
const useOurRegistry = async ({ engines }: HostingContext, root: string): Promise<void> => {
  const { registry } = engines.sandbox;
  const path = join(root, "yarn.lock");
  if (registry === undefined || !(await lstat(path)).isFile()) return;
  const lock = await readFile(path, "utf8");
  const changed = withRegistry(lock, registry);
  if (changed !== lock) await writeFile(path, changed);
};

/** Replaces known registries by this one in a Yarn 1 lock file. Other hosts and paths are unchanged. */
export const withRegistry = (lock: string, registry: string): string =>
  lock.replace(
    /^(\s+resolved ")https?:\/\/[^/"]+(\/(?:@[\w.~-]+\/)?[\w.~-]+\/-\/[^"]+")$/gm,
    (_line, head: string, path: string) => head + registry.replace(/\/$/, "") + path,
  );

/** Installs the project's dependencies; only this step can reach the package registries. */
export const install = async (deps: HostingContext, attempt: Attempt, workshop: Workshop): Promise<void> => {
  const { install_command: own } = attempt.project;
  const { packageManager: manager } = workshop;
  const command = own || manager?.install;
  if (!command) return attempt.log.say(messages.noPackageJson);
  if (manager?.lock === "yarn.lock") await useOurRegistry(deps, manager.folder);
  await logManagerVersion(deps, attempt, workshop);
  const folder = own || !manager ? undefined : relative(await realpath(workshop.source), manager.folder);
  const step = { name: "installation", network: "registries", command } as const;
  await runStep(deps, attempt, workshop, { ...step, ...(folder !== undefined && { folder }) });
};
