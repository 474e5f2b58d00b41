/** Handles pushes: sets the default branch, tells of them, and retries after a failure. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { fetchSecondsMax } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Branch, Commit, Git, PushedRef } from "../../engines/git/git.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { CodeHosts } from "../code-host/service.ts";
import { detectIn, findAny, pathOf, recordPush, type RepositoryRecord } from "./store.ts";
import { refresh, type MirrorDeps } from "./mirrors.ts";

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

interface PushDeps extends MirrorDeps {
  readonly db: Db;
  readonly git: Git;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** Called before the client's push completes. After a failure, a job calls it again; the push succeeds. */
  pushed(push: Push): Promise<void>;
}

/** A push to process: to another host, or to ours after `pushed` failed. */
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
const branchOf = (ref: string): string | undefined =>
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
      await tellPush(deps, repository, { branch, commit, pusher });
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
  if (head?.hash === after) return tellPush(deps, repository, { branch, commit: head, pusher });
  // GitHub can report a push before all of its servers have it.
  if (head?.hash === before) throw new Error(`The push to ${branch} has not arrived.`);
};

const tellPush = async (
  { pushed }: PushDeps,
  { id, teamId }: RepositoryRecord,
  push: Pick<Push, "branch" | "commit" | "pusher">,
): Promise<void> => {
  await pushed({ repositoryId: id, teamId, ...push });
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

// GitHub's push webhooks.

/** GitHub's maximum payload. For larger pushes users start the deployment with Deploy. */
const bodyBytesMax = 25 * 1024 * 1024;

const hash = z.string().check(z.regex(/^[0-9a-f]{40,64}$/));
const pushEvent = z.object({
  ref: z.string(),
  before: hash,
  after: hash,
  repository: z.object({ id: z.int() }),
});

export interface Delivery {
  readonly repositoryId: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/**
 * Queues a push and returns whether it was a push to a branch. A repeated or replayed delivery is queued once. Throws
 * UNAUTHORIZED for a body that is not signed with the secret of the repository's hook.
 */
export const receiveGitHubPush = async (
  deps: PushDeps & { readonly codeHosts: Pick<CodeHosts, "isSigned"> },
  { repositoryId, headers, body: stream }: Delivery,
): Promise<boolean> => {
  const body = await readAll(stream);
  const signature = String(headers["x-hub-signature-256"] ?? "");
  const repository = await findAny(deps.db, repositoryId);
  const signed = repository && (await deps.codeHosts.isSigned(deps.db, repository.id, body, signature));
  if (!signed) throw new AppError("UNAUTHORIZED", { message: "The signature does not match." });
  if (headers["x-github-event"] !== "push") return false;
  const event = pushEvent.safeParse(parsed(body)).data;
  const branch = event && branchOf(event.ref);
  if (!event || branch === undefined || String(event.repository.id) !== repository.externalId) return false;
  const job: PushJob = {
    repositoryId: repository.id,
    branch,
    before: hashOrNone(event.before),
    after: hashOrNone(event.after),
  };
  const key = `${repository.id} ${createHash("sha256").update(body).digest("hex")}`;
  await deps.db.transaction().execute((trx) => deps.jobs.send(trx, pushQueue, job, { key }));
  return true;
};

const hashOrNone = (text: string): string | undefined => (/^0+$/.test(text) ? undefined : text);

const readAll = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new AppError("PAYLOAD_TOO_LARGE");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
};
