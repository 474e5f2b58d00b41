import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { createDial, resolveAll, type Dial } from "../network/dial.ts";
import { draftRepository } from "./create.ts";
import { fetchCommit, fetchMirror, removeStaleDrafts } from "./fetch.ts";
import type { Git } from "./git.ts";
import { pushedFileVariable, serveExchange } from "./http-backend.ts";
import { lookAt } from "./look.ts";
import { readBranches, readCommit, readDefaultBranch, readFileAt, readFolders, readNames } from "./read.ts";
import type { RemoteSource } from "./remote.ts";
import { GitError, runGit, streamGit } from "./run-git.ts";
import { randomUUID } from "node:crypto";
import { checkoutBytesMax, checkoutFilesMax } from "../../../../resources/limits.ts";

/** Opens the folders of bare repositories, local ones and mirrors, below the data folder. */
export const openGit = async (
  config: Pick<Config, "DATA_DIR"> & Partial<Pick<Config, "GIT_PRIVATE_HOSTS">>,
  dial: Dial = createDial(process.env, resolveAll, config.GIT_PRIVATE_HOSTS),
): Promise<Git> => {
  const root = join(config.DATA_DIR, "git", "repositories");
  const hooks = join(config.DATA_DIR, "git", "hooks");
  const mirrors = join(config.DATA_DIR, "mirrors");
  await Promise.all([root, hooks, mirrors].map((folder) => mkdir(folder, { recursive: true })));
  await writeFile(join(hooks, "post-receive"), `#!/bin/sh\nexec cat > "$${pushedFileVariable}"\n`, { mode: 0o755 });
  await removeDrafts(root);
  await removeStaleDrafts(mirrors);
  const at = (repository: string) => placeOf(repository, root, mirrors);
  const place = { dial, root: mirrors };
  const fetch = oneAfterAnother((mirror: string, source: RemoteSource) => fetchMirror(place, mirror, source));
  return {
    root,
    draft: (template) => draftRepository(root, at, template),
    remove: (repository) => rm(at(repository), { recursive: true, force: true }),
    branches: (repository) => readBranches(at(repository)),
    defaultBranch: (repository) => readDefaultBranch(at(repository)),
    setDefaultBranch: async (repository, branch) => {
      await runGit([`--git-dir=${at(repository)}`, "symbolic-ref", "HEAD", `refs/heads/${branch}`]);
    },
    commit: (repository, revision) => readCommit(at(repository), revision),
    file: (repository, revision, path) => readFileAt(at(repository), revision, path),
    names: (repository, revision, folder) => readNames(at(repository), revision, folder),
    folders: (repository, revision, folder) => readFolders(at(repository), revision, folder),
    fetch: (mirror, source) => fetch(at(mirror), source),
    fetchCommit: (mirror, source, hash) => fetchCommit(place, at(mirror), source, hash),
    look: (source) => lookAt(dial, source),
    checkout: async (repository, revision, folder, signal) => {
      const commit = await readCommit(at(repository), revision);
      if (!commit) throw new GitError(`No commit found at ${revision}.`);
      await checkoutCommit(at(repository), commit.hash, folder, signal);
      return commit;
    },
    serve: (exchange) => {
      checkedName(exchange.repository);
      return serveExchange({ root, hooks }, exchange);
    },
  };
};

const placeOf = (repository: string, root: string, mirrors: string): string => {
  const [namespace, mirror] = checkedName(repository).split("/");
  return namespace === "mirrors" && mirror ? join(mirrors, `${mirror}.git`) : join(root, `${repository}.git`);
};

/** Validates a name or "namespace/name": below the root and not a draft. */
const checkedName = (repository: string): string => {
  if (/^\w[\w.-]*(\/\w[\w.-]*)?$/.test(repository)) return repository;
  throw new Error(`Invalid repository name "${repository}".`);
};

/** Removes the drafts of a killed process. */
const removeDrafts = async (root: string): Promise<void> => {
  const drafts = (await readdir(root)).filter((name) => name.startsWith(".new-"));
  await Promise.all(drafts.map((name) => rm(join(root, name), { recursive: true, force: true })));
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

/**
 * Runs `work` at most once at a time per key. Calls during a run share one further run that starts after it, so each
 * caller sees a state at least as new as its call.
 */
const oneAfterAnother = <Arguments extends unknown[]>(
  work: (key: string, ...rest: Arguments) => Promise<void>,
): ((key: string, ...rest: Arguments) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  const start = (key: string, rest: Arguments): Promise<void> => {
    const run = work(key, ...rest).finally(() => running.get(key) === run && running.delete(key));
    running.set(key, run);
    return run;
  };
  return (key, ...rest) => {
    const next = waiting.get(key);
    if (next) return next;
    const current = running.get(key);
    if (!current) return start(key, rest);
    const queued = current
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key);
        return start(key, rest);
      });
    waiting.set(key, queued);
    return queued;
  };
};
