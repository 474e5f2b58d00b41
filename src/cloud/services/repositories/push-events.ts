/** Handles pushes: sets the default branch, calls the listeners, and retries after a failure. */
import type { Logger } from "pino";
import { fetchSecondsMax } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Branch, Commit, Git, PushedRef } from "../../engines/git/git.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import { detectIn } from "./detect.ts";
import { refresh, type MirrorDeps } from "./mirrors.ts";
import { pathOf } from "./path.ts";
import { findAny, recordPush, type RepositoryRecord } from "./store.ts";

/** A branch that a push created, moved or deleted. */
export interface Push {
  readonly repositoryId: string;
  readonly teamId: string;
  readonly branch: string;
  /** The branch's current commit; undefined if it was deleted. */
  readonly commit: Commit | undefined;
  /** The user who pushed; unknown for other hosts. */
  readonly pusher?: Pusher | undefined;
}

export interface Pusher {
  readonly personId: string;
  readonly ip: string;
}

export type PushListener = (push: Push) => Promise<void>;

export interface PushDeps extends MirrorDeps {
  readonly db: Db;
  readonly git: Git;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly listeners: readonly PushListener[];
}

/** A push to process: to another host, or to ours after a listener failed. */
export interface PushJob {
  readonly repositoryId: string;
  readonly branch: string;
  /** Commit hashes; absent if the branch did not exist or was deleted. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly pusher?: Pusher | undefined;
}

export const pushQueue = "repository-push";
const pushTries = 8;
const branchPrefix = "refs/heads/";

/** Returns the branch of a reference; undefined for tags and others. */
export const branchOf = (ref: string): string | undefined =>
  ref.startsWith(branchPrefix) ? ref.slice(branchPrefix.length) : undefined;

export const definePushQueue = (jobs: Jobs): Promise<void> =>
  jobs.define(pushQueue, { concurrency: 2, retries: pushTries, expireSeconds: fetchSecondsMax + 60 });

/** Handles a push to our own host. A failed listener is retried later; the push succeeds. */
export const handleLocalPush = async (
  deps: PushDeps,
  repository: RepositoryRecord,
  refs: readonly PushedRef[],
  pusher: Pusher,
): Promise<void> => {
  const branches = refs.flatMap(({ ref, before, after }) => {
    const name = branchOf(ref);
    return name === undefined ? [] : [{ name, before, after }];
  });
  const alive = branches.flatMap(({ name, after }) => (after === undefined ? [] : [{ name, commit: after }]));
  if (refs.length > 0) await updateState(deps, repository, alive);
  for (const { name: branch, before, after } of branches) {
    const commit = after === undefined ? undefined : await deps.git.commit(pathOf(repository), after);
    if (after !== undefined && !commit) continue;
    try {
      await notifyListeners(deps, repository, { branch, commit, pusher });
    } catch (error) {
      deps.log.error({ err: error, repositoryId: repository.id, branch }, "A push listener failed; retrying");
      const job: PushJob = { repositoryId: repository.id, branch, before, after, pusher };
      await deps.db.transaction().execute((trx) => deps.jobs.send(trx, pushQueue, job));
    }
  }
};

/** Reports a branch's current state if it matches the push; an outdated push is followed by a newer one. */
export const workPush = async (
  deps: PushDeps,
  { repositoryId, branch, before, after, pusher }: PushJob,
): Promise<void> => {
  const repository = await findAny(deps.db, repositoryId);
  if (!repository) return;
  await refresh(deps, deps.db, repository, { patienceMs: fetchSecondsMax * 1000 });
  const head = await deps.git.commit(pathOf(repository), branch);
  if (head?.hash === after) return notifyListeners(deps, repository, { branch, commit: head, pusher });
  // GitHub can report a push before all of its servers have it.
  if (head?.hash === before) throw new Error(`The push to ${branch} has not arrived.`);
};

const notifyListeners = async (
  { listeners }: PushDeps,
  { id, teamId }: RepositoryRecord,
  push: Pick<Push, "branch" | "commit" | "pusher">,
): Promise<void> => {
  for (const listener of listeners) await listener({ repositoryId: id, teamId, ...push });
};

/** The first push sets the default branch if there is no "main". */
const updateState = async (
  { db, git }: PushDeps,
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
  const { framework } = await detectIn(git, path, defaultBranch, "");
  await recordPush(db, repository.id, { defaultBranch, framework });
};
