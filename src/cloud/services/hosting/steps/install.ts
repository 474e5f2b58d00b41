import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Attempt } from "../attempt.ts";
import type { HostingContext } from "../deps.ts";
import { messages } from "../messages.ts";
import { runStep } from "./command.ts";
import type { Workshop } from "./workspace.ts";

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
  const command = attempt.project.install_command || workshop.packageManager?.install;
  if (!command) return attempt.log.say(messages.noPackageJson);
  if (workshop.packageManager?.lock === "yarn.lock") await useOurRegistry(deps, workshop.root);
  await logManagerVersion(deps, attempt, workshop);
  await runStep(deps, attempt, workshop, { name: "installation", network: "registries", command });
};
