import type { Attempt } from "../attempt.ts";
import type { Parts } from "../parts.ts";
import { sentences } from "../sentences.ts";
import { runStep } from "./command.ts";
import type { Workshop } from "./workspace.ts";

/** Installs what the project depends on; only here may a build reach the package registries. */
export const install = async (parts: Parts, attempt: Attempt, workshop: Workshop): Promise<void> => {
  const command = attempt.project.install_command || workshop.packageManager?.install;
  if (!command) return attempt.log.say(sentences.noPackageJson);
  await runStep(parts, attempt, workshop, { name: "installation", network: "registries", command });
};
