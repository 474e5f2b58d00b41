import { randomUUID } from "node:crypto";
import { projectsPerTeam } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { lockRoots } from "../content-owners/service.ts";
import { discardOfProject } from "./discards.ts";
import { isCounted } from "./go-live.ts";
import { folderWithin } from "./paths.ts";
import type { HostingContext } from "./deps.ts";
import type { ProjectRow } from "./present.ts";
import { ownNames, refuseName } from "./project-names.ts";
import { shownOf, type Shown } from "./previews.ts";
import { findProject } from "./project-reads.ts";
import { schedulePushHook } from "./push-hooks.ts";
import { checkPlatform, sourceOf } from "./sources.ts";
import { countOf } from "../list-query.ts";

export type Settings = Pick<
  ProjectRow,
  | "rootDirectory"
  | "installCommand"
  | "buildCommand"
  | "outputDirectory"
  | "hookSwitch"
  | "currentBranch"
  | "framework"
  | "nodeVersion"
  | "previews"
  | "rewrite"
  | "directoryList"
  | "env"
>;
export type NewProject = Pick<
  ProjectRow,
  | "name"
  | "exactAddress"
  | "platform"
  | "deployType"
  | "repoId"
  | "ipfsPath"
  | "ipnsAuto"
  | "web3TemplateId"
  | "configJson"
> &
  Settings & { readonly cli?: boolean };

/** Resolves the source of a new project's files. The returned function creates the project and returns its ID. */
export const prepareProject = async (
  deps: HostingContext,
  db: Db,
  teamId: string,
  input: NewProject,
): Promise<(trx: Trx) => Promise<string>> => {
  checkPlatform(deps, input.platform);
  const source = await sourceOf(deps, db, teamId, input);
  return (trx) => createProject(deps, trx, teamId, input, source);
};

/** Creates a project and claims its host name; a taken or reserved one gets a suffix. Nothing is online yet. */
const createProject = async (
  deps: HostingContext,
  trx: Trx,
  teamId: string,
  input: NewProject,
  source: Awaited<ReturnType<typeof sourceOf>>,
): Promise<string> => {
  await refuseBeyondLimit(trx, teamId);
  const id = randomUUID();
  if ((await ownNames(trx, teamId, [input.name])).size > 0) await refuseName(deps, trx, teamId, input.name);
  const label = input.exactAddress
    ? await exactLabel(deps, trx, teamId, { id, name: input.name })
    : await deps.hostnames.claim(trx, input.name, "project", id);
  const created = await trx
    .insertInto("project")
    .values({
      id,
      team_id: teamId,
      name: input.name,
      label,
      platform: input.platform,
      cli: input.cli ?? false,
      deploy_type: input.deployType,
      ...source,
      framework: input.framework ?? "",
      node_version: input.nodeVersion,
      previews: input.previews,
      rewrite: input.rewrite,
      directory_list: input.directoryList,
      root_directory: folderWithin("rootDirectory", input.rootDirectory),
      install_command: input.installCommand ?? "",
      build_command: input.buildCommand ?? "",
      output_directory: folderWithin("outputDirectory", input.outputDirectory),
      environment: JSON.stringify(input.env ?? []),
    })
    // The second of two concurrent inserts waits here for the first.
    .onConflict((conflict) => conflict.columns(["team_id", "name"]).where("shares_name", "=", false).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) await refuseName(deps, trx, teamId, input.name);
  await schedulePushHook(deps, trx, teamId, input.repoId);
  return id;
};

const exactLabel = async (
  deps: HostingContext,
  trx: Trx,
  teamId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<string> =>
  (await deps.hostnames.take(trx, name, "project", id)) ? name : refuseName(deps, trx, teamId, name);

/**
 * Deletes a project with its deployments, takes it offline, releases its host name and its storage. Logs and files are
 * cleared in the background. Returns what had a host name, to `forget` once the transaction has committed.
 */
export const deleteProject = async (deps: HostingContext, trx: Trx, teamId: string, id: string): Promise<Shown[]> => {
  const project = await findProject(trx, teamId, id);
  await trx.selectFrom("project").select("id").where("id", "=", project.id).forUpdate().execute();
  await lockRoots(trx);
  await deps.allowance.store(trx, teamId, -(await bytesOnlyHere(trx, teamId, project.id)));
  await discardOfProject(deps.engines.jobs, trx, project.id);
  const shown = await shownOf(trx, project.id);
  for (const { kind, id: shownId } of shown) await deps.hostnames.release(trx, kind, shownId);
  await trx.deleteFrom("project").where("id", "=", project.id).execute();
  await schedulePushHook(deps, trx, teamId, project.repository_id);
  return shown;
};

const refuseBeyondLimit = async (trx: Trx, teamId: string): Promise<void> => {
  const count = await countOf(trx.selectFrom("project").where("team_id", "=", teamId));
  if (count >= projectsPerTeam) throw new AppError("LIMIT_REACHED");
};

/** Returns the bytes of the roots that no other project of the team holds. */
const bytesOnlyHere = async (trx: Trx, teamId: string, projectId: string): Promise<bigint> => {
  const roots = await trx
    .selectFrom("deployment")
    .select(["cid", "size_bytes"])
    .distinctOn("cid")
    .where("project_id", "=", projectId)
    .where("state", "=", "success")
    .execute();
  let bytes = 0n;
  for (const { cid, size_bytes } of roots)
    if (!(await isCounted(trx, teamId, cid!, projectId))) bytes += size_bytes ?? 0n;
  return bytes;
};
