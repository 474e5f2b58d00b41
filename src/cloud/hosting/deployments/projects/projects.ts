import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isFull } from "../../../../../resources/declare/define.ts";
import { nameRepeated, repeatedNames } from "../../../../../resources/hosting/environment.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { projectNameMax } from "../../../../../resources/limits.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { AppError, invalidField } from "../../../kernel/app-error.ts";
import { countOf } from "../../../kernel/calls/list-query.ts";
import { lockRoots } from "../../../storage/content-owners/service.ts";
import type { HostingContext } from "../deps.ts";
import { discardOfProject } from "../discards.ts";
import { isCounted } from "../publish/go-live.ts";
import { messages } from "../messages.ts";
import { shownOf, type Shown } from "../previews/previews.ts";
import { findProject } from "./project-reads.ts";
import { schedulePushHook } from "../pushes/push-hooks.ts";
import { removePreview, type RemovedPreview } from "../removal.ts";
import { checkPlatform, sourceOf, type NewProject, type Settings } from "../sources/sources.ts";

/** Resolves the source of a new project's files. The returned function creates the project and returns its ID. */
export const prepareProject = async (
  deps: HostingContext,
  db: Db,
  teamId: string,
  input: NewProject,
): Promise<(trx: Trx) => Promise<string>> => {
  checkPlatform(deps, input.platform);
  refuseRepeatedNames(input);
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
      build_tags: tagsOf(input),
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
  if (isFull(projects, count)) throw new AppError("LIMIT_REACHED");
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

// Names of new projects: unique in a team, optionally with the exact host name.

export interface NameCheck {
  readonly available: boolean;
  readonly message?: string;
  readonly suggestion?: string;
}

const smallEndings = [2, 3, 4, 5, 6, 7, 8, 9];
const randomEndings = 3;
const randomEndingMax = 10_000;

/**
 * Checks whether a new project can have the name and its host name; if not, returns the reason and an available name.
 */
export const checkName = async (
  deps: Pick<HostingContext, "hostnames">,
  db: Db,
  teamId: string,
  name: string,
): Promise<NameCheck> => {
  const random = Array.from({ length: randomEndings }, () => randomInt(smallEndings.length + 2, randomEndingMax));
  const names = [name, ...[...smallEndings, ...random].map((ending) => withEnding(name, ending))];
  const free = await deps.hostnames.free(db, names);
  const own = await ownNames(db, teamId, names);
  if (free.has(name) && !own.has(name)) return { available: true };
  const suggestion = names.find((candidate) => free.has(candidate) && !own.has(candidate));
  const message = own.has(name) ? messages.nameTaken(name) : messages.addressTaken(name);
  return { available: false, message, ...(suggestion !== undefined && { suggestion }) };
};

/** Throws INVALID_INPUT with an available name. */
const refuseName = async (deps: HostingContext, trx: Trx, teamId: string, name: string): Promise<never> => {
  const { message = messages.nameTaken(name), suggestion } = await checkName(deps, trx, teamId, name);
  const hint = suggestion === undefined ? "" : ` ${messages.nameFree(suggestion)}`;
  throw invalidField("name", message + hint);
};

/** Returns which of the names are used by projects of the team. */
const ownNames = async (db: Db, teamId: string, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom("project")
    .select("name")
    .where("team_id", "=", teamId)
    .where("name", "in", names)
    .execute();
  return new Set(rows.map((row) => row.name));
};

const withEnding = (name: string, ending: number): string => {
  const tail = `-${ending}`;
  return name.slice(0, projectNameMax - tail.length).replace(/-+$/, "") + tail;
};

/** Renames a project; its host names stay. Throws NOT_FOUND, and INVALID_INPUT for the name of another project of the team. */
export const renameProject = async (trx: Trx, teamId: string, id: string, name: string): Promise<void> => {
  const project = await findProject(trx, teamId, id);
  if (project.name === name) return;
  // Two projects can't get the same name at the same time.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forNoKeyUpdate().execute();
  if ((await ownNames(trx, teamId, [name])).size > 0) throw invalidField("name", messages.nameTaken(name));
  await trx.updateTable("project").set({ name, shares_name: false }).where("id", "=", project.id).execute();
};

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
  "buildTags",
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
  refuseRepeatedNames(input);
  const changed = {
    root_directory: input.rootDirectory && folderWithin("rootDirectory", input.rootDirectory),
    install_command: input.installCommand,
    build_command: input.buildCommand,
    output_directory: input.outputDirectory && folderWithin("outputDirectory", input.outputDirectory),
    deploys_on_push: input.hookSwitch,
    branch: input.currentBranch,
    framework: input.framework,
    node_version: input.nodeVersion,
    build_tags: tagsOf(input),
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

const tagsOf = ({ buildTags }: Settings): string[] | undefined => buildTags && [...new Set(buildTags)].toSorted();

const refuseSettingsOfRepositories = (input: Settings): void => {
  const refused = ofRepositories.filter((field) => input[field] !== undefined);
  if (refused.length === 0) return;
  throw new AppError("INVALID_INPUT", { fields: Object.fromEntries(refused.map((field) => [field, [onlyBuilt]])) });
};

const refuseRepeatedNames = ({ env = [] }: Pick<Settings, "env">): void => {
  const repeated = repeatedNames(env);
  if (repeated.length === 0) return;
  const fields = Object.fromEntries(repeated.map((index) => [`env.${index}.key`, [nameRepeated]]));
  throw new AppError("INVALID_INPUT", { fields });
};

const onlyBuilt = "This setting applies only to repository projects.";
const branchNeeded = "Branch is required.";

/**
 * Normalizes a folder of the repository ("./dist/", "apps/web") to its stored form: relative, "/"-separated, "" for the
 * repository itself. Throws INVALID_INPUT on the field if it leaves the repository.
 */
const folderWithin = (field: string, written: string | undefined): string => {
  const parts = (written ?? "").split("/").filter((part) => part !== "" && part !== ".");
  const isOutside = written?.startsWith("/") || parts.includes("..") || parts.some((part) => /[\0\n\\]/.test(part));
  if (isOutside) throw invalidField(field, insideOnly);
  return parts.join("/");
};

const insideOnly = "Enter a folder in the repository, for example apps/web.";
