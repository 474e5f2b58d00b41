import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Blocks } from "../blocks/blocks.ts";
import type { Database } from "../database/database.ts";
import { createDial, resolveAll, type Dial } from "../network/dial.ts";
import { createCache, temporaryKinds, type CacheDeps } from "./cache.ts";
import { consolidateAll, deleteUnusedPacks, removeLeftovers, takeOverAll } from "./consolidate.ts";
import { draftRepository } from "./create.ts";
import { fetchCommit, fetchMirror, removeStaleDrafts } from "./fetch.ts";
import type { Git } from "./git.ts";
import { serveExchange } from "./http-backend.ts";
import { lookAt } from "./look.ts";
import { oneAfterAnother } from "./one-after-another.ts";
import { servePush } from "./push.ts";
import { readBranches, readCommit, readDefaultBranch, readFileAt, readFolders, readNames } from "./read.ts";
import type { RemoteSource } from "./remote.ts";
import { GitError, runGit, streamGit } from "./run-git.ts";
import { readHead, setDefaultBranch } from "./state.ts";
import { randomUUID } from "node:crypto";
import { checkoutBytesMax, checkoutFilesMax } from "../../../../resources/limits.ts";

export interface GitDeps {
  readonly database: Pick<Database, "db" | "embedded">;
  readonly blocks: Pick<Blocks, "packs">;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  readonly dial?: Dial;
}

/** Opens the copies of hosted repositories, and mirrors, below the data folder. */
export const openGit = async (
  config: Pick<Config, "DATA_DIR"> & Partial<Pick<Config, "GIT_PRIVATE_HOSTS">>,
  { database, blocks, log, dial = createDial(process.env, resolveAll, config.GIT_PRIVATE_HOSTS) }: GitDeps,
): Promise<Git> => {
  const root = join(config.DATA_DIR, "git", "repositories");
  const mirrors = join(config.DATA_DIR, "mirrors");
  await Promise.all([root, mirrors].map((folder) => mkdir(folder, { recursive: true })));
  // Another process can only share the directory if they share a database.
  if (database.embedded) await removeTemporary(root);
  await removeStaleDrafts(mirrors);
  const { db } = database;
  const deps: CacheDeps = { db, packs: blocks.packs, root, log };
  const cache = createCache(deps);
  const mirrorOf = (repository: string): string | undefined => {
    const [namespace, mirror] = checkedName(repository).split("/");
    return namespace === "mirrors" && mirror ? join(mirrors, `${mirror}.git`) : undefined;
  };
  /** Returns the folder of a mirror, or of an up-to-date copy. */
  const at = async (repository: string): Promise<string> => mirrorOf(repository) ?? cache.refresh(repository);
  const place = { dial, root: mirrors };
  const fetch = oneAfterAnother((mirror: string, source: RemoteSource) => fetchMirror(place, mirror, source));
  return {
    root,
    draft: (template) => draftRepository(deps, cache, template),
    remove: async (repository) => {
      const mirror = mirrorOf(repository);
      await (mirror ? rm(mirror, { recursive: true, force: true }) : cache.remove(repository));
    },
    branches: async (repository) => readBranches(await at(repository)),
    defaultBranch: async (repository) => readDefaultBranch(await at(repository)),
    setDefaultBranch: (repository, branch) => setDefaultBranch(db, repository, branch),
    head: async (db, repository, branch) => {
      const mirror = mirrorOf(repository);
      return mirror ? (await readCommit(mirror, branch))?.hash : readHead(db, repository, branch);
    },
    commit: async (repository, revision) => readCommit(await at(repository), revision),
    file: async (repository, revision, path) => readFileAt(await at(repository), revision, path),
    names: async (repository, revision, folder) => readNames(await at(repository), revision, folder),
    folders: async (repository, revision, folder) => readFolders(await at(repository), revision, folder),
    fetch: async (mirror, source) => fetch(await at(mirror), source),
    fetchCommit: async (mirror, source, hash) => fetchCommit(place, await at(mirror), source, hash),
    look: (source) => lookAt(dial, source),
    checkout: async (repository, revision, folder, signal) => {
      const from = await at(repository);
      const commit = await readCommit(from, revision);
      if (!commit) throw new GitError(`No commit found at ${revision}.`);
      await checkoutCommit(from, commit.hash, folder, signal);
      return commit;
    },
    serve: async (exchange) => {
      checkedName(exchange.repository);
      if (exchange.path === "git-receive-pack") return servePush({ db, cache, log }, exchange);
      await cache.refresh(exchange.repository);
      await serveExchange({ root }, exchange);
      return [];
    },
    upkeep: {
      consolidate: (signal) => consolidateAll(deps, cache, signal),
      deleteUnusedPacks: (signal) => deleteUnusedPacks(deps, signal),
      removeLeftovers: () => removeLeftovers(deps, cache),
      takeOver: (signal) => takeOverAll(deps, cache, signal),
    },
  };
};

/** Validates a name or "namespace/name": below the root and not a temporary folder. */
const checkedName = (repository: string): string => {
  if (/^\w[\w.-]*(\/\w[\w.-]*)?$/.test(repository)) return repository;
  throw new Error(`Invalid repository name "${repository}".`);
};

/** Removes the temporary folders of a killed process. */
const removeTemporary = async (root: string): Promise<void> => {
  const names = (await readdir(root)).filter((name) => temporaryKinds.some((kind) => name.startsWith(`.${kind}-`)));
  await Promise.all(names.map((name) => rm(join(root, name), { recursive: true, force: true })));
};

/**
 * Writes the files of a commit into an empty folder; symbolic links become plain files with their target, submodules
 * empty folders. Rejects a tree that is too large before writing anything: a few bytes of Git can represent billions of
 * files.
 */
const checkoutCommit = async (
  repository: string,
  commit: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  await checkSize(repository, commit);
  await mkdir(folder, { recursive: true });
  const index = join(repository, `checkout-${randomUUID()}`);
  const at = ["-C", folder, `--git-dir=${repository}`, "--work-tree=."];
  const options = { environment: { GIT_INDEX_FILE: index }, signal };
  try {
    await runGit([...at, "read-tree", commit], options);
    await runGit([...at, "checkout-index", "--all", "--force"], options);
  } finally {
    await rm(index, { force: true });
  }
};

const checkSize = async (repository: string, commit: string): Promise<void> => {
  const child = streamGit([`--git-dir=${repository}`, "ls-tree", "-r", "-z", "--long", commit]);
  let [files, bytes, rest] = [0, 0, ""];
  try {
    for await (const chunk of child.stdout) {
      const entries = (rest + String(chunk)).split("\0");
      rest = entries.pop() ?? "";
      files += entries.length;
      for (const entry of entries) bytes += sizeOf(entry);
      if (files > checkoutFilesMax) throw new GitError(`This commit has more than ${checkoutFilesMax} files.`);
      if (bytes > checkoutBytesMax) throw new GitError(`The files of this commit exceed ${checkoutBytesMax} bytes.`);
    }
  } finally {
    child.kill("SIGKILL");
  }
};

/** "100644 blob <hash>    1234\t<path>"; a submodule has no size and shows "-". */
const sizeOf = (entry: string): number => Number(/^\S+ \S+ \S+ +(\d+)\t/.exec(entry)?.[1] ?? 0);
