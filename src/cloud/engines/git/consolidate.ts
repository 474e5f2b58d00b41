/** Periodic work on hosted repositories: fewer packs, unused blobs, leftovers on disk, and directories of the version before. */
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { repositoryBytesMax } from "../../../../resources/limits.ts";
import { installPacks, unlessMissing } from "./bare.ts";
import { temporaryKinds, type Cache, type CacheDeps } from "./cache.ts";
import { runGit } from "./run-git.ts";
import { findScattered, readState, replacePacks, type Pack, type State } from "./state.ts";

/** A repository with this many packs is consolidated. */
const packsMax = 20;
const bytesMax = repositoryBytesMax / 2;
/** A pack stays if it is this many times as large as all smaller ones together. */
const growth = 2;
/** Processes that read a list of packs before it changed may still fetch them. */
const unusedMinutes = 10;
const leftoverMs = 86_400_000;
const folderGraceMs = 3_600_000;
const perQuery = 500;

/** Consolidates the packs of repositories that have many, until none is left or the signal aborts. */
export const consolidateAll = async (deps: CacheDeps, cache: Cache, signal: AbortSignal): Promise<void> => {
  const done = new Set<string>();
  while (!signal.aborted) {
    const repository = await findScattered(deps.db, packsMax, bytesMax, [...done]);
    if (repository === undefined) return;
    done.add(repository);
    await consolidate(deps, cache, repository, signal);
  }
};

/** Replaces the small packs of a repository by one; all of them if no large one stays, without unreachable objects then. */
const consolidate = async (deps: CacheDeps, cache: Cache, repository: string, signal: AbortSignal): Promise<void> => {
  const state = await readState(deps.db, repository);
  if (!state) return;
  const folder = await cache.refresh(repository);
  const replaced = packsToReplace(state);
  const isFull = replaced.length === state.packs.length;
  await cache.withFolder("pack", async (temporary) => {
    const packFolder = join(temporary, "objects", "pack");
    await mkdir(packFolder, { recursive: true });
    const options = ["--delta-base-offset", "--non-empty", "--quiet", isFull ? "--revs" : "--stdin-packs"];
    const input = isFull ? [...state.refs.values()] : replaced.map(({ hash }) => `pack-${hash}.pack`);
    const command = [`--git-dir=${folder}`, "pack-objects", ...options, join(packFolder, "pack")];
    await runGit(command, { input: input.map((line) => `${line}\n`).join(""), signal });
    const [pack] = await cache.storePacks(temporary);
    const isDone = await replacePacks(deps.db, state, { replaced, pack, isFull });
    if (isDone) await installPacks(packFolder, folder);
    else if (pack) await deps.packs.remove(pack.blobId);
    if (isDone)
      deps.log.info({ repository, before: state.packs.length, replaced: replaced.length }, "Consolidated packs");
  });
};

/** All packs but the large ones, so that a large repository is not packed again with each few pushes. */
const packsToReplace = ({ packs, sizeBytes }: State): readonly Pack[] => {
  if (packs.length < packsMax) return packs;
  const largestFirst = packs.toSorted((a, b) => b.sizeBytes - a.sizeBytes);
  let [kept, rest] = [0, sizeBytes];
  for (const pack of largestFirst) {
    rest -= pack.sizeBytes;
    if (pack.sizeBytes < growth * rest || kept >= packsMax / 2) break;
    kept += 1;
  }
  return largestFirst.slice(kept);
};

/** Deletes the blobs of packs that no repository lists anymore. */
export const deleteUnusedPacks = async ({ db, packs }: CacheDeps, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select blob_id as id from git_unused_pack where since < now() - ${unusedMinutes} * interval '1 minute'
      limit ${perQuery}
    `.execute(db);
    for (const { id } of rows) {
      signal.throwIfAborted();
      await packs.remove(id);
      await db.deleteFrom("git_unused_pack").where("blob_id", "=", id).execute();
    }
    if (rows.length < perQuery) return;
  }
};

/** Removes temporary folders of killed processes, and copies of deleted repositories. */
export const removeLeftovers = async ({ db, root }: CacheDeps, cache: Cache): Promise<void> => {
  const names = await readdir(root);
  for (const name of names.filter((name) => temporaryKinds.some((kind) => name.startsWith(`.${kind}-`))))
    if (await isOlder(join(root, name), leftoverMs)) await rm(join(root, name), { recursive: true, force: true });
  for (const namespace of names.filter((name) => !name.startsWith("."))) {
    const copies = (await readdir(join(root, namespace)).catch(unlessMissing)) ?? [];
    const { rows } = await sql<{ name: string }>`
      select name from repository where namespace = ${namespace} and provider = 'LOCAL'
    `.execute(db);
    const known = new Set(rows.map(({ name }) => `${name}.git`));
    for (const name of copies.filter((name) => name.endsWith(".git") && !known.has(name)))
      if (await isOlder(join(root, namespace, name), folderGraceMs))
        await cache.remove(`${namespace}/${name.replace(/\.git$/, "")}`);
  }
};

const isOlder = async (path: string, ms: number): Promise<boolean> => {
  const found = await stat(path).catch(unlessMissing);
  return found !== undefined && Date.now() - found.mtimeMs > ms;
};

/** Takes over the repositories in the directory of the version before. A restart continues with the rest. */
export const takeOverAll = async ({ db, log }: CacheDeps, cache: Cache, signal: AbortSignal): Promise<void> => {
  let after = "";
  for (;;) {
    const { rows } = await sql<{ path: string }>`
      select path from (
        select namespace || '/' || name as path from repository
        where provider = 'LOCAL' and not exists (select from git_repository where repository_id = repository.id)
      ) as remaining
      where path > ${after} order by path limit ${perQuery}
    `.execute(db);
    for (const { path } of rows) {
      signal.throwIfAborted();
      await cache
        .takeOver(path)
        .catch((error: unknown) => log.warn({ err: error, repository: path }, "A repository could not be taken over"));
    }
    if (rows.length < perQuery) return;
    after = rows.at(-1)!.path;
  }
};
