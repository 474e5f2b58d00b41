import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { checkoutCommit } from "./checkout.ts";
import { createRepository } from "./create.ts";
import type { Git } from "./git.ts";
import { pushedFileVariable, serveExchange } from "./http-backend.ts";
import { readBranches, readCommit, readDefaultBranch, readFileAt, readNames } from "./read.ts";
import { GitError, runGit } from "./run-git.ts";

/** Opens the folder of bare repositories below the data folder. */
export const openGit = async (config: Pick<Config, "DATA_DIR">): Promise<Git> => {
  const root = join(config.DATA_DIR, "git", "repositories");
  const hooks = join(config.DATA_DIR, "git", "hooks");
  await Promise.all([mkdir(root, { recursive: true }), mkdir(hooks, { recursive: true })]);
  await writeFile(join(hooks, "post-receive"), `#!/bin/sh\nexec cat > "$${pushedFileVariable}"\n`, { mode: 0o755 });
  await removeDrafts(root);
  const at = (repository: string) => join(root, `${checkedName(repository)}.git`);
  return {
    root,
    create: (repository, template) => createRepository(root, at(repository), template),
    remove: (repository) => rm(at(repository), { recursive: true, force: true }),
    branches: (repository) => readBranches(at(repository)),
    defaultBranch: (repository) => readDefaultBranch(at(repository)),
    setDefaultBranch: async (repository, branch) => {
      await runGit([`--git-dir=${at(repository)}`, "symbolic-ref", "HEAD", `refs/heads/${branch}`]);
    },
    commit: (repository, revision) => readCommit(at(repository), revision),
    file: (repository, revision, path) => readFileAt(at(repository), revision, path),
    names: (repository, revision, folder) => readNames(at(repository), revision, folder),
    checkout: async (repository, revision, folder, signal) => {
      const commit = await readCommit(at(repository), revision);
      if (!commit) throw new GitError(`There is no commit at ${revision}.`);
      await checkoutCommit(at(repository), commit.hash, folder, signal);
      return commit;
    },
    serve: (exchange) => {
      checkedName(exchange.repository);
      return serveExchange({ root, hooks }, exchange);
    },
  };
};

/** A name or "namespace/name" that stays below the root and is no draft. */
const checkedName = (repository: string): string => {
  if (/^\w[\w.-]*(\/\w[\w.-]*)?$/.test(repository)) return repository;
  throw new Error(`"${repository}" is not the name of a repository.`);
};

/** What a cloud that was killed while creating a repository left behind. */
const removeDrafts = async (root: string): Promise<void> => {
  const drafts = (await readdir(root)).filter((name) => name.startsWith(".new-"));
  await Promise.all(drafts.map((name) => rm(join(root, name), { recursive: true, force: true })));
};
