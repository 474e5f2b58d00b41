/** Repositories of the local Git host: a namespace a team, served over smart HTTP; a push tells who listens. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { detectFramework, type Detection } from "../../../../resources/hosting/detect-framework.ts";
import { repositoriesPerTeam } from "../../../../resources/limits.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { firstBranch } from "../../engines/git/create.ts";
import type { Branch, Commit, Git, PushedRef } from "../../engines/git/git.ts";
import { AppError } from "../../app-error.ts";
import { handleGitRequest, type VerifyToken } from "./git-http.ts";
import { createFolder, seedSamples } from "./samples.ts";
import { countForUpdate, findById, insertRepository, listPage, notePush, type RepositoryRecord } from "./store.ts";

export type { RepositoryRecord } from "./store.ts";

/** A branch that a push created, moved or deleted. */
export interface Push {
  readonly repositoryId: string;
  readonly teamId: string;
  readonly branch: string;
  /** What the branch points to now; undefined when it was deleted. */
  readonly commit: Commit | undefined;
}

export type PushListener = (push: Push) => Promise<void>;

export interface Repositories {
  /** undefined when the team has none of that id. */
  find(db: Db, teamId: string, repositoryId: string): Promise<RepositoryRecord | undefined>;
  list(db: Db, teamId: string, page: number, word: string): Promise<{ records: RepositoryRecord[]; total: number }>;
  /** Throws NAME_TAKEN, or LIMIT_REACHED at a hundred. */
  create(trx: Trx, teamId: string, name: string): Promise<RepositoryRecord>;
  branches(repository: RepositoryRecord): Promise<Branch[]>;
  /** What the files in a folder of a branch suggest. */
  detect(repository: RepositoryRecord, branch?: string, rootDirectory?: string): Promise<Detection>;
  /** The Git engine's name of a repository. */
  pathOf(repository: Pick<RepositoryRecord, "namespace" | "name">): string;
  /** Copies of the samples for a new team; safe to call again. */
  seed(teamId: string): Promise<void>;
  /** The listener has run before the client hears that its push is done. One that throws is logged; the push stands. */
  onPush(listener: PushListener): void;
  /** Answers /git/<namespace>/<name>.git/… */
  handleHttp(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export interface RepositoriesOptions {
  readonly verifyToken: VerifyToken;
  readonly log: Logger;
}

interface Parts extends RepositoriesOptions {
  readonly db: Db;
  readonly git: Git;
  readonly listeners: readonly PushListener[];
}

export const createRepositories = (
  { database, git }: { readonly database: Pick<Database, "db">; readonly git: Git },
  options: RepositoriesOptions,
): Repositories => {
  const listeners: PushListener[] = [];
  const parts: Parts = { ...options, db: database.db, git, listeners };
  return {
    find: findById,
    list: listPage,
    create: (trx, teamId, name) => createEmpty(trx, git, teamId, name),
    branches: (repository) => git.branches(pathOf(repository)),
    detect: (repository, branch, rootDirectory) => detect(git, repository, branch, rootDirectory),
    pathOf,
    seed: (teamId) => seedSamples(database, git, teamId),
    onPush: (listener) => void listeners.push(listener),
    handleHttp: (request, response) =>
      handleGitRequest(
        { ...parts, onPushed: (repository, refs) => pushed(parts, repository, refs) },
        request,
        response,
      ),
  };
};

const pathOf: Repositories["pathOf"] = ({ namespace, name }) => `${namespace}/${name}`;

const createEmpty = async (trx: Trx, git: Git, teamId: string, name: string): Promise<RepositoryRecord> => {
  if ((await countForUpdate(trx, teamId)) >= repositoriesPerTeam) throw new AppError("LIMIT_REACHED");
  const record = await insertRepository(trx, { teamId, name, defaultBranch: firstBranch, framework: "other" });
  if (!record) throw new AppError("NAME_TAKEN");
  await createFolder(git, pathOf(record));
  return record;
};

const detect = (
  git: Git,
  repository: RepositoryRecord,
  branch = repository.defaultBranch,
  rootDirectory = "",
): Promise<Detection> => detectFramework((path) => git.file(pathOf(repository), branch, `${rootDirectory}/${path}`));

const pushed = async (parts: Parts, repository: RepositoryRecord, refs: readonly PushedRef[]): Promise<void> => {
  const prefix = "refs/heads/";
  const branches = refs.flatMap(({ ref, after }) =>
    ref.startsWith(prefix) ? [{ name: ref.slice(prefix.length), after }] : [],
  );
  const alive = branches.flatMap(({ name, after }) => (after === undefined ? [] : [{ name, commit: after }]));
  if (refs.length > 0) await noteState(parts, repository, alive);
  for (const { name, after } of branches) {
    const commit = after === undefined ? undefined : await parts.git.commit(pathOf(repository), after);
    if (after !== undefined && !commit) continue;
    const push: Push = { repositoryId: repository.id, teamId: repository.teamId, branch: name, commit };
    for (const listener of parts.listeners) {
      await listener(push).catch((error: unknown) => parts.log.error({ err: error, push }, "a push listener failed"));
    }
  }
};

/** The first push decides the default branch when it has no "main". */
const noteState = async (
  { db, git }: Parts,
  repository: RepositoryRecord,
  pushed: readonly Branch[],
): Promise<void> => {
  const path = pathOf(repository);
  let defaultBranch = await git.defaultBranch(path);
  const [first] = pushed;
  if (first && !(await git.commit(path, defaultBranch))) {
    defaultBranch = first.name;
    await git.setDefaultBranch(path, defaultBranch);
  }
  const { framework } = await detect(git, repository, defaultBranch);
  await notePush(db, repository.id, { defaultBranch, framework });
};
