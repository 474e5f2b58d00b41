import type { ImportedTree } from "../../../engines/blocks/blocks.ts";
import type { Attempt } from "../attempt.ts";
import type { JobFolders } from "../job-folders.ts";
import type { HostingContext } from "../deps.ts";
import { messages } from "../messages.ts";
import { checkout } from "./checkout.ts";
import { runStep } from "./command.ts";
import { install } from "./install.ts";
import { saveFrameworkCache, restoreFrameworkCache } from "./framework-cache.ts";
import { findOutput } from "./output.ts";
import { prepare } from "./prepare.ts";
import type { Workspace } from "./workspace.ts";

/** Counts the seconds a build used the machine; they are charged even if it fails. */
export interface BuildClock {
  start(): void;
  stop(): void;
  seconds(): number;
}

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

export const createBuildClock = (): BuildClock => {
  let startedMs: number | undefined;
  let stoppedMs: number | undefined;
  return {
    start: () => (startedMs = Date.now()),
    stop: () => (stoppedMs = Date.now()),
    seconds: () => (startedMs === undefined ? 0 : Math.ceil(((stoppedMs ?? Date.now()) - startedMs) / 1000)),
  };
};
