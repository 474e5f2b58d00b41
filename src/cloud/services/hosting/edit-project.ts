import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";
import { AppError, invalidField } from "../../app-error.ts";
import { folderWithin } from "./paths.ts";
import type { HostingContext } from "./deps.ts";
import { schedulePushHook } from "./push-hooks.ts";
import { findProject } from "./project-reads.ts";
import type { Settings } from "./projects.ts";
import { removePreview, type RemovedPreview } from "./remove-preview.ts";

/** Settings that apply only to repository projects. */
const ofRepositories = [
  "currentBranch",
  "hookSwitch",
  "previews",
  "framework",
  "rootDirectory",
  "installCommand",
  "buildCommand",
  "outputDirectory",
  "nodeVersion",
  "env",
] as const satisfies readonly (keyof Settings)[];

/**
 * Changes a project's serving settings, effective at once, and the settings of its next deployment; the live files
 * don't change. If the new branch had a preview, the preview is returned for its removal to be announced.
 */
export const editProject = async (
  deps: HostingContext,
  trx: Trx,
  teamId: string,
  id: string,
  input: Settings,
): Promise<RemovedPreview | undefined> => {
  const project = await findProject(trx, teamId, id);
  if (project.deploy_type !== "REPOSITORY") refuseSettingsOfRepositories(input);
  if (input.currentBranch === "") throw invalidField("currentBranch", branchNeeded);
  const changed = {
    root_directory: input.rootDirectory && folderWithin("rootDirectory", input.rootDirectory),
    install_command: input.installCommand,
    build_command: input.buildCommand,
    output_directory: input.outputDirectory && folderWithin("outputDirectory", input.outputDirectory),
    deploys_on_push: input.hookSwitch,
    branch: input.currentBranch,
    framework: input.framework,
    node_version: input.nodeVersion,
    previews: input.previews,
    rewrite: input.rewrite,
    directory_list: input.directoryList,
    environment: input.env && JSON.stringify(input.env),
  };
  const defined = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  await trx
    .updateTable("project")
    .set({ ...defined, updated_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", project.id)
    .execute();
  if (input.hookSwitch !== undefined) await schedulePushHook(deps, trx, teamId, project.repository_id);
  if (input.currentBranch === undefined) return undefined;
  return removePreview(deps, trx, project, { branch: input.currentBranch });
};

const refuseSettingsOfRepositories = (input: Settings): void => {
  const refused = ofRepositories.filter((field) => input[field] !== undefined);
  if (refused.length === 0) return;
  throw new AppError("INVALID_INPUT", { fields: Object.fromEntries(refused.map((field) => [field, [onlyBuilt]])) });
};

const onlyBuilt = "This setting applies only to repository projects.";
const branchNeeded = "Branch is required.";
