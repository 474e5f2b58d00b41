/** What follows from a push: the default branch, the listeners, and another try when one of them fails. */
import type { Logger } from "pino";
import { fetchSecondsMax } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Branch, Commit, Git, PushedRef } from "../../engines/git/git.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import { detectIn } from "./detect.ts";
import { refresh, type MirrorDeps } from "./mirrors.ts";
import { pathOf } from "./path.ts";
import { findAny, notePush, type RepositoryRecord } from "./store.ts";

/** A branch that a push created, moved or deleted. */
export interface Push {
  readonly repositoryId: string;
  readonly teamId: string;
  readonly branch: string;
  /** What the branch points to now; undefined when it was deleted. */
  readonly commit: Commit | undefined;
  /** Who pushed, to our own host; nobody is known of a push to another one. */
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

/** A push to look into: of another host, or one of ours of which a listener could not be told. */
export interface PushJob {
  readonly repositoryId: string;
  readonly branch: string;
  /** Hashes; absent where the branch did not exist, or exists no more. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly pusher?: Pusher | undefined;
}

export const pushQueue = "repository-push";
const pushTries = 8;
const branchPrefix = "refs/heads/";

/** The branch of a reference; undefined for tags and everything else. */
export const branchOf = (ref: string): string | undefined =>
  ref.startsWith(branchPrefix) ? ref.slice(branchPrefix.length) : undefined;

export const definePushQueue = (jobs: Jobs): Promise<void> =>
  jobs.define(pushQueue, { concurrency: 2, retries: pushTries, expireSeconds: fetchSecondsMax + 60 });

/** A push to our own host. A listener that fails is told again later; the push stands. */
export const pushedHere = async (
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
  if (refs.length > 0) await noteState(deps, repository, alive);
  for (const { name: branch, before, after } of branches) {
    const commit = after === undefined ? undefined : await deps.git.commit(pathOf(repository), after);
    if (after !== undefined && !commit) continue;
    try {
      await tell(deps, repository, { branch, commit, pusher });
    } catch (error) {
      deps.log.error({ err: error, repositoryId: repository.id, branch }, "A push listener failed; retrying");
      const job: PushJob = { repositoryId: repository.id, branch, before, after, pusher };
      await deps.db.transaction().execute((trx) => deps.jobs.send(trx, pushQueue, job));
    }
  }
};

/** Tells of a branch what it is now, if that is what was pushed: of an older push the newer one will be heard too. */
export const workPush = async (
  deps: PushDeps,
  { repositoryId, branch, before, after, pusher }: PushJob,
): Promise<void> => {
  const repository = await findAny(deps.db, repositoryId);
  if (!repository) return;
  await refresh(deps, deps.db, repository, { patienceMs: fetchSecondsMax * 1000 });
  const head = await deps.git.commit(pathOf(repository), branch);
  if (head?.hash === after) return tell(deps, repository, { branch, commit: head, pusher });
  // GitHub may tell of a push before all of its servers have it.
  if (head?.hash === before) throw new Error(`The push to ${branch} has not arrived.`);
};

const tell = async (
  { listeners }: PushDeps,
  { id, teamId }: RepositoryRecord,
  push: Pick<Push, "branch" | "commit" | "pusher">,
): Promise<void> => {
  for (const listener of listeners) await listener({ repositoryId: id, teamId, ...push });
};

/** The first push decides the default branch when it has no "main". */
const noteState = async (
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
  await notePush(db, repository.id, { defaultBranch, framework });
};
