import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Attempt } from "../attempt.ts";
import type { Parts } from "../parts.ts";
import { sentences } from "../sentences.ts";
import { runStep } from "./command.ts";
import type { Workshop } from "./workspace.ts";

interface Install {
  readonly command: string;
  readonly shownAs: string;
}

/** Installs what the project depends on; only here may a build reach the package registries. */
export const install = async (parts: Parts, attempt: Attempt, workshop: Workshop): Promise<void> => {
  const own = attempt.project.install_command;
  const chosen = own === "" ? await installFor(workshop.root) : { command: own, shownAs: own };
  if (!chosen) return attempt.log.say(sentences.noPackageJson);
  await runStep(parts, attempt, workshop, { name: "installation", network: "registries", ...chosen });
};

/** The install command that a folder's lock file asks for; undefined without a package.json. */
export const installFor = async (folder: string): Promise<Install | undefined> => {
  const has = (name: string) =>
    access(join(folder, name)).then(
      () => true,
      () => false,
    );
  if (!(await has("package.json"))) return undefined;
  if ((await has("package-lock.json")) || (await has("npm-shrinkwrap.json"))) return plain("npm ci");
  if (await has("pnpm-lock.yaml")) return throughNpx("pnpm");
  if (await has("yarn.lock")) return throughNpx("yarn");
  return plain("npm install");
};

const plain = (command: string): Install => ({ command, shownAs: command });

/** A tool that npm does not bring is fetched like any package; where that is refused, npm installs. */
const throughNpx = (tool: string): Install => ({
  command:
    `if npx --yes ${tool} --version >/dev/null 2>&1; then npx --yes ${tool} install --frozen-lockfile; ` +
    `else echo '${tool} is not to be had here; npm installs instead.'; npm install; fi`,
  shownAs: `${tool} install --frozen-lockfile`,
});
