/** Local mirrors of repositories on other hosts, updated before they are read. */
import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "../../engines/database/database.ts";
import type { Commit, Git } from "../../engines/git/git.ts";
import { RemoteError, type RemoteSource } from "../../engines/git/remote.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { CodeHosts } from "../code-host/service.ts";
import { detectIn, pathOf, type RepositoryRecord } from "./store.ts";
import { recordFetch, takeSurplus } from "./remote-store.ts";

export interface MirrorDeps {
  readonly git: Git;
  readonly codeHosts: Pick<CodeHosts, "credentials">;
  /** When this process last updated each mirror. */
  readonly fetchedAtMs: Map<string, number>;
}

export interface Patience {
  /** After this time the caller gets REPOSITORY_FETCHING; the fetch continues. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** For transactions and interactive requests. */
export const briefPatience: Patience = { patienceMs: 10_000 };

/** Reuses a recent fetch: selecting a repository sends several requests in a row. */
const freshMs = 20_000;

/**
 * Updates the mirror; local repositories need none. Throws REPOSITORY_NOT_CONNECTED when the linked account is missing,
 * REPOSITORY_UNREADABLE with the reason, REPOSITORY_FETCHING when it takes long.
 */
export const refresh = async (
  deps: MirrorDeps,
  db: Db,
  record: RepositoryRecord,
  patience: Patience = briefPatience,
): Promise<void> => {
  if (record.provider === "LOCAL") return;
  const mirror = pathOf(record);
  await patiently(deps.git.fetch(mirror, await sourceOf(deps, db, record)), record, patience);
  const defaultBranch = await deps.git.defaultBranch(mirror);
  const { framework } = await detectIn(deps.git, mirror, defaultBranch, "");
  await recordFetch(db, record.id, { defaultBranch, framework });
  for (const old of await takeSurplus(db, record.teamId)) await deps.git.remove(pathOf(old));
  deps.fetchedAtMs.set(record.id, Date.now());
};

/** Updates the mirror unless it was updated recently. */
export const refreshIfOld = async (deps: MirrorDeps, db: Db, record: RepositoryRecord): Promise<void> => {
  const since = deps.fetchedAtMs.get(record.id) ?? 0;
  if (Date.now() - since > freshMs) await refresh(deps, db, record);
};

/** Returns the newest commit of a branch on the other host, or the commit with that hash. */
export const readCommit = async (
  deps: MirrorDeps,
  db: Db,
  record: RepositoryRecord,
  revision: string,
  patience: Patience = briefPatience,
): Promise<Commit | undefined> => {
  const mirror = pathOf(record);
  const isHash = /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(revision);
  const local = isHash || record.provider === "LOCAL" ? await deps.git.commit(mirror, revision) : undefined;
  if (local || record.provider === "LOCAL") return local;
  await refresh(deps, db, record, patience);
  const commit = await deps.git.commit(mirror, revision);
  if (commit || !isHash) return commit;
  const source = await sourceOf(deps, db, record);
  // A host can refuse commits that no branch contains.
  await patiently(deps.git.fetchCommit(mirror, source, revision), record, patience).catch(unlessFetching);
  return deps.git.commit(mirror, revision);
};

const unlessFetching = (error: unknown): void => {
  if (!(error instanceof AppError) || error.code === "REPOSITORY_FETCHING") throw error;
};

const sourceOf = async ({ codeHosts }: MirrorDeps, db: Db, record: RepositoryRecord): Promise<RemoteSource> => {
  const url = record.remoteUrl!;
  if (record.provider === "URL") return { url };
  const credentials = record.linkedBy === null ? undefined : await codeHosts.credentials(db, record.linkedBy);
  if (!credentials) throw new AppError("REPOSITORY_NOT_CONNECTED", { message: unlinked(record) });
  return { url, credentials };
};

const patiently = async (
  work: Promise<void>,
  record: RepositoryRecord,
  { patienceMs, signal }: Patience,
): Promise<void> => {
  // Aborted callers don't get the result.
  work.catch(() => undefined);
  const stop = new AbortController();
  const tired = wait(patienceMs, "tired" as const, {
    signal: AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]),
  });
  tired.catch(() => undefined);
  try {
    if ((await Promise.race([work, tired])) === "tired") throw new AppError("REPOSITORY_FETCHING");
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof RemoteError ? unreadable(error, record) : error;
  } finally {
    stop.abort();
  }
};

const unreadable = ({ problem, message }: RemoteError, { provider, namespace, name }: RepositoryRecord): AppError => {
  const isHidden = provider === "GITHUB" && (problem === "login" || problem === "missing");
  const hidden = `The linked GitHub account can't access ${namespace}/${name}. Check its access on GitHub, or connect GitHub again.`;
  return new AppError("REPOSITORY_UNREADABLE", { message: isHidden ? hidden : message });
};

const unlinked = ({ namespace, name }: RepositoryRecord): string =>
  `The GitHub account for ${namespace}/${name} is no longer linked. Connect GitHub again under New project.`;
