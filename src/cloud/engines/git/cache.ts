/**
 * Copies of hosted repositories on this machine, brought up to date before each use from the database (references) and
 * the blob store (packs). A copy can be deleted at any time. What the version before wrote into a shared directory is
 * taken over first.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import type { PackBlobs } from "../blocks/blocks.ts";
import { BlobMissing } from "../blocks/store/blob-store.ts";
import type { Db } from "../database/database.ts";
import {
  createBare,
  exists,
  hasLooseRefs,
  headOf,
  installPacks,
  packedRefs,
  packsIn,
  parseRefs,
  readMark,
  readText,
  unlessMissing,
  writeRefs,
  writtenRefs,
  type Refs,
} from "./bare.ts";
import type { PushedRef } from "./git.ts";
import { oneAfterAnother } from "./one-after-another.ts";
import { GitError, runGit } from "./run-git.ts";
import { commitChange, findHosted, insertHosted, readState, type Hosted, type Pack, type State } from "./state.ts";

export interface CacheDeps {
  readonly db: Db;
  readonly packs: PackBlobs;
  /** Folder of all copies, each at "<namespace>/<name>.git", and of temporary folders. */
  readonly root: string;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
}

export interface Cache {
  /** Returns the folder of an up-to-date copy. Throws `GitError` if the repository doesn't exist. */
  refresh(repository: string): Promise<string>;
  /** Records the repository if it is still only in a directory of the version before, and that is on this machine. */
  takeOver(repository: string): Promise<void>;
  remove(repository: string): Promise<void>;
  /** Stores the packs of a folder as blobs. */
  storePacks(folder: string): Promise<Pack[]>;
  /** Runs `work` with an empty temporary folder on the file system of the copies. */
  withFolder<T>(kind: TemporaryKind, work: (folder: string) => Promise<T>): Promise<T>;
}

export const temporaryKinds = ["new", "push", "fetch", "pack", "old"] as const;
export type TemporaryKind = (typeof temporaryKinds)[number];

const fetchesAtOnce = 4;
const attemptsMax = 5;
/** Longer than any request that reads packs which have been replaced. */
export const packGraceMs = 3_600_000;

export const createCache = (deps: CacheDeps): Cache => {
  const { db, packs, root, log } = deps;
  const folderOf = (repository: string): string => join(root, `${repository}.git`);

  const withFolder: Cache["withFolder"] = async (kind, work) => {
    const folder = join(root, `.${kind}-${randomUUID()}`);
    await mkdir(folder);
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  /** Moves a folder away before deleting it, so that nobody sees half of it. */
  const discard = (folder: string): Promise<void> =>
    withFolder("old", (old) => rename(folder, join(old, "repository")).catch(unlessMissing));

  const storePacks: Cache["storePacks"] = async (folder) => {
    const stored: Pack[] = [];
    for (const hash of await packsIn(folder)) {
      const file = join(folder, "objects", "pack", `pack-${hash}.pack`);
      const { size } = await stat(file);
      stored.push({ hash, blobId: await packs.keep(file), sizeBytes: size });
    }
    return stored;
  };

  const fetchPack = (folder: string, { hash, blobId }: Pack): Promise<void> =>
    withFolder("fetch", async (place) => {
      const file = join(place, `pack-${hash}.pack`);
      await packs.copyTo(blobId, file);
      const found = (await runGit(["index-pack", file])).toString().trim();
      if (found !== hash) throw new Error(`Blob ${blobId} is damaged: it is the pack ${found} instead of ${hash}.`);
      await installPacks(place, folder);
    });

  /** Fetches missing packs. A blob that vanished belonged to packs that were replaced meanwhile. */
  const fetchPacks = async (folder: string, wanted: readonly Pack[]): Promise<void> => {
    const present = await packsIn(folder);
    const missing = wanted.filter(({ hash }) => !present.has(hash)).values();
    const fetchNext = async (): Promise<void> => {
      for (const pack of missing) await fetchPack(folder, pack);
    };
    await Promise.all(Array.from({ length: fetchesAtOnce }, fetchNext));
  };

  /** Brings the copy to the newest state. */
  const update = async (repository: string): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const hosted = await findHosted(db, repository);
      if (!hosted) throw new GitError(`No repository found at ${repository}.`);
      const folder = folderOf(repository);
      await discardUnusable(folder, hosted);
      const place = { folder, repository, fetchPacks, withFolder, storePacks };
      const known = await takeOverChanges(deps, place, hosted);
      const state = await readState(db, repository);
      if (!state) {
        if (!hosted.mark) throw new GitError(`The repository ${repository} was not taken over from its directory yet.`);
        continue;
      }
      try {
        if (await bringUpToDate(repository, state, known)) return;
      } catch (error) {
        if (!(error instanceof BlobMissing) || attempt === attemptsMax) throw error;
        log.info({ repository }, "Packs of a repository were replaced while it was read");
      }
      if (attempt === attemptsMax) throw new Error(`The repository ${repository} changes too fast to be read.`);
    }
  };

  /** Returns false if the repository changed meanwhile. */
  const bringUpToDate = async (repository: string, state: State, known: string | undefined): Promise<boolean> => {
    const folder = folderOf(repository);
    if (!(await exists(join(folder, "HEAD")))) {
      await mkdir(dirname(folder), { recursive: true });
      await withFolder("new", async (place) => {
        await createBare(join(place, "repository"), state.defaultBranch);
        // Another process may have been faster.
        await rename(join(place, "repository"), folder).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
        });
      });
    }
    await fetchPacks(folder, state.packs);
    await writeHead(folder, state.defaultBranch);
    const isNewest = async () => (await findHosted(db, repository))?.mark?.version === state.mark.version;
    if (!(await writeRefs(folder, { ...state, known, isNewest }))) return false;
    await removeReplacedPacks(folder, new Set(state.packs.map(({ hash }) => hash)));
    return true;
  };

  /** Deletes the copy of a deleted repository with the same path, and what is left of a copy. */
  const discardUnusable = async (folder: string, { id, mark: isRecorded }: Hosted): Promise<void> => {
    if (!(await exists(folder))) return;
    const mark = (await readMark(folder)) ?? parseRefs((await readText(join(folder, writtenRefs))) ?? "").mark;
    const needed = await Promise.all(
      ["HEAD", "config", "objects/pack", "refs"].map((name) => exists(join(folder, name))),
    );
    if (mark ? mark.id !== id : isRecorded && needed.includes(false)) await discard(folder);
    else if (mark && needed.includes(false)) await discard(folder);
  };

  const updateInTurn = oneAfterAnother(update);

  return {
    refresh: async (repository) => {
      const hosted = await findHosted(db, repository);
      if (!hosted) throw new GitError(`No repository found at ${repository}.`);
      const folder = folderOf(repository);
      if (!(await isCurrent(folder, hosted))) await updateInTurn(repository);
      return folder;
    },
    takeOver: async (repository) => {
      if (await exists(folderOf(repository))) await updateInTurn(repository);
    },
    remove: async (repository) => {
      if (await exists(folderOf(repository))) await discard(folderOf(repository));
    },
    storePacks,
    withFolder,
  };
};

const isCurrent = async (folder: string, { mark, defaultBranch, packCount }: Hosted): Promise<boolean> => {
  const present = mark && (await readMark(folder));
  if (!present || present.id !== mark.id || present.version !== mark.version) return false;
  if ((await readText(join(folder, "HEAD"))) !== headOf(defaultBranch)) return false;
  return (await hasLooseRefs(folder)) === false && (await packsIn(folder)).size >= packCount;
};

const writeHead = async (folder: string, branch: string): Promise<void> => {
  if ((await readText(join(folder, "HEAD"))) === headOf(branch)) return;
  const next = join(folder, `HEAD.${randomUUID()}`);
  await writeFile(next, headOf(branch));
  await rename(next, join(folder, "HEAD"));
};

/** Removes packs that are in no list, unless a running request may still use them or has just brought them. */
export const removeReplacedPacks = async (folder: string, wanted: ReadonlySet<string>): Promise<void> => {
  const packs = join(folder, "objects", "pack");
  for (const hash of await packsIn(folder)) {
    if (wanted.has(hash)) continue;
    const { mtimeMs = Date.now() } = (await stat(join(packs, `pack-${hash}.idx`)).catch(unlessMissing)) ?? {};
    if (Date.now() - mtimeMs < packGraceMs) continue;
    const files = (await readdir(packs)).filter((name) => name.startsWith(`pack-${hash}.`));
    const indexFirst = files.toSorted((a, b) => Number(b.endsWith(".idx")) - Number(a.endsWith(".idx")));
    for (const name of indexFirst) await rm(join(packs, name), { force: true });
  }
};

// Taking over what the version before wrote: all of a repository at first, then single changes on a shared directory.

interface Place extends Pick<Cache, "withFolder" | "storePacks"> {
  readonly folder: string;
  readonly repository: string;
  fetchPacks(folder: string, packs: readonly Pack[]): Promise<void>;
}

/**
 * Records references that another program wrote into the folder, with their objects. Returns the file of references
 * that it took over; undefined if there was none or it is this version's own.
 */
const takeOverChanges = async (deps: CacheDeps, place: Place, hosted: Hosted): Promise<string | undefined> => {
  const { db, log } = deps;
  const { folder, repository } = place;
  const isOurs = hosted.mark !== undefined && (await readMark(folder)) !== undefined;
  if (!(await exists(join(folder, "HEAD"))) || (isOurs && !(await hasLooseRefs(folder)))) return undefined;
  const present = await readText(join(folder, packedRefs));
  const last = isOurs ? present : await readText(join(folder, writtenRefs));
  // In a folder that lost its file, missing references are not deleted ones.
  const written = present ? (last ?? "") : "";
  await runGit([`--git-dir=${folder}`, "pack-refs", "--all", "--prune"]);
  const text = await readText(join(folder, packedRefs));
  const [before, after] = [parseRefs(written).refs, parseRefs(text ?? "").refs];
  const state = await readState(db, repository);
  if (state) await place.fetchPacks(folder, state.packs);
  const changes = changesBetween(before, after);
  const refs = await reconcile(folder, changes, state?.refs ?? new Map());
  if (state && refs.length === 0) return text;
  const tips = refs.flatMap(({ after }) => after ?? []);
  const packs = await packObjects(place, tips, state ? [...state.refs.values()] : []);
  const isDone = state
    ? (await commitChange(db, { id: hosted.id, generation: undefined, refs, packs })).size === 0
    : await insertTaken(db, hosted.id, refs, packs);
  if (!isDone) return takeOverChanges(deps, place, (await findHosted(db, repository)) ?? hosted);
  log.info({ repository, refs: refs.length }, "Took over references of a repository from its directory");
  return text;
};

const insertTaken = async (
  db: Db,
  id: string,
  refs: readonly PushedRef[],
  packs: readonly Pack[],
): Promise<boolean> => {
  const created = new Map(refs.map(({ ref, after }) => [ref, after!]));
  return (await db.transaction().execute((trx) => insertHosted(trx, id, created, packs))) !== undefined;
};

/** Differences between two lists of references. */
export const changesBetween = (before: Refs, after: Refs): PushedRef[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((ref) => ({ ref, before: before.get(ref), after: after.get(ref) }))
    .filter((change) => change.before !== change.after);

/**
 * Applies changes made in the folder to the current references. If both moved a reference, neither is lost: the newer
 * one stays, or the folder's gets another name.
 */
const reconcile = async (folder: string, changes: readonly PushedRef[], current: Refs): Promise<PushedRef[]> => {
  const refs: PushedRef[] = [];
  for (const { ref, before, after } of changes) {
    const now = current.get(ref);
    if (now === after) continue;
    if (now === before) refs.push({ ref, before, after });
    else if (after === undefined) continue;
    else if (now === undefined || (await isAncestor(folder, now, after))) refs.push({ ref, before: now, after });
    else if (!(await isAncestor(folder, after, now))) {
      const own = `${ref}-${after.slice(0, 12)}`;
      if (current.get(own) !== after) refs.push({ ref: own, before: current.get(own), after });
    }
  }
  return refs;
};

const isAncestor = (folder: string, older: string, newer: string): Promise<boolean> =>
  runGit([`--git-dir=${folder}`, "merge-base", "--is-ancestor", older, newer]).then(
    () => true,
    () => false,
  );

/** Packs the objects of commits beyond those that are stored, and stores the pack. */
const packObjects = (
  { folder, withFolder, storePacks }: Place,
  tips: readonly string[],
  stored: readonly string[],
): Promise<Pack[]> =>
  withFolder("pack", async (temporary) => {
    await mkdir(join(temporary, "objects", "pack"), { recursive: true });
    const options = ["--revs", "--delta-base-offset", "--non-empty", "--quiet"];
    const revisions = [...tips, ...stored.map((hash) => `^${hash}`)].map((line) => `${line}\n`).join("");
    if (tips.length === 0) return [];
    const target = join(temporary, "objects", "pack", "pack");
    await runGit([`--git-dir=${folder}`, "pack-objects", ...options, target], { input: revisions });
    const packs = await storePacks(temporary);
    await installPacks(join(temporary, "objects", "pack"), folder);
    await runGit([`--git-dir=${folder}`, "prune-packed", "--quiet"]);
    return packs;
  });
