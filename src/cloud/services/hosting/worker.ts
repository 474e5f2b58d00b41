import { sql } from "kysely";
import { unavailability } from "../../engines/database/unavailable.ts";
import type { Duty } from "../../kernel/duties.ts";
import { clearDiscards, discardQueue } from "./discards.ts";
import { Interrupted } from "./ends.ts";
import type { JobFolders } from "./job-folders.ts";
import type { HostingContext } from "./deps.ts";
import { pushHookQueue, settlePushHook } from "./push-hooks.ts";
import { activeStates, claim, queueOf, type Lane, isWaiting, wake, type Deployment } from "./queue.ts";
import { runDeployment } from "./run.ts";
import { restartedLine, type LogLine } from "../../../../resources/hosting/log-line.ts";
import type { Trx } from "../../engines/database/database.ts";
import { announce } from "./events.ts";
import { appendLines, lineOf } from "./log-store.ts";

/** Concurrent uploads being published; hashing each uses a full core. */
const publishConcurrency = 2;
const wakeRetries = 3;
const publishSeconds = 3600;
const discardSeconds = 3600;
const pushHookSeconds = 120;
/** Checkout, import and waiting for the database, on top of the build's time limit. */
const buildSlackSeconds = 3600;

const lanes: readonly Lane[] = ["publish", "build"];

export interface Worker {
  /** Creates the queues; every process must call it before sending jobs. */
  define(): Promise<void>;
  work(): Promise<void>;
  readonly duties: readonly Duty[];
}

/** Creates the build worker: runs deployments of both lanes and resumes those of dead workers. */
export const createWorker = (deps: HostingContext, folders: JobFolders): Worker => {
  const { jobs } = deps.engines;
  const running = new Map<string, AbortController>();
  const concurrencyOf = (lane: Lane) => (lane === "build" ? deps.config.BUILD_CONCURRENCY : publishConcurrency);
  let defined: Promise<void> | undefined;

  const defineQueues = async (): Promise<void> => {
    const buildSeconds = Math.ceil(deps.config.BUILD_MINUTES * 60) + buildSlackSeconds;
    for (const lane of lanes) {
      const expireSeconds = lane === "build" ? buildSeconds : publishSeconds;
      await jobs.define(queueOf(lane), { concurrency: concurrencyOf(lane), retries: wakeRetries, expireSeconds });
    }
    await jobs.define(pushHookQueue, { concurrency: 1, retries: wakeRetries, expireSeconds: pushHookSeconds });
    await jobs.define(discardQueue, { concurrency: 1, retries: wakeRetries, expireSeconds: discardSeconds });
  };
  const define = (): Promise<void> => (defined ??= defineQueues());

  const takeOne = async (lane: Lane, worker: string, shutdown: AbortSignal): Promise<void> => {
    const deployment = await claim(deps.engines.database.db, lane, worker);
    if (!deployment) return;
    const stop = new AbortController();
    const letGo = () => stop.abort(new Interrupted("shutdown"));
    shutdown.addEventListener("abort", letGo, { once: true });
    running.set(deployment.id, stop);
    try {
      await runDeployment(deps, folders, deployment, stop);
    } catch (error) {
      if (unavailability(error) === undefined) throw error;
      // This fails too while the database is unreachable; the search for lost deployments then finds it.
      await requeueBroken(deps, deployment);
    } finally {
      running.delete(deployment.id);
      shutdown.removeEventListener("abort", letGo);
    }
  };

  return {
    define,
    work: async () => {
      await define();
      const worker = await folders.workerId();
      await folders.sweep();
      await removeOrphanedCaches(deps, folders);
      await requeueOwn(deps, worker);
      for (const lane of lanes) {
        await wakeWaiting(deps, lane, concurrencyOf(lane));
        await jobs.work(queueOf(lane), (_data, signal) => takeOne(lane, worker, signal));
      }
      await jobs.work(discardQueue, () => clearDiscards(deps));
      await jobs.work<{ repositoryId: string }>(pushHookQueue, (job) => settlePushHook(deps, job));
    },
    duties: [
      {
        name: "Record build heartbeats",
        every: "1 s",
        scope: "process",
        run: async () => running.size > 0 && listen(deps, await folders.workerId(), running),
      },
      { name: "Resume lost builds", every: "15 s", scope: "cluster", run: () => requeueLost(deps) },
    ],
  };
};

/** Records that the running deployments are alive, and aborts those that must stop. */
const listen = async (
  { engines }: HostingContext,
  worker: string,
  running: ReadonlyMap<string, AbortController>,
): Promise<void> => {
  const mine = [...running];
  const rows = await engines.database.db
    .updateTable("deployment")
    .set({ seen_at: sql<Date>`now()` })
    .where("worker", "=", worker)
    .where("state", "in", activeStates)
    .where("id", "in", [...running.keys()])
    .returning(["id", "cancel_requested"])
    .execute();
  const cancelRequests = new Map(rows.map(({ id, cancel_requested }) => [id, cancel_requested]));
  for (const [id, stop] of mine) {
    if (!cancelRequests.has(id)) stop.abort(new Interrupted("superseded"));
    else if (cancelRequests.get(id)) stop.abort(new Interrupted("cancelled"));
  }
};

const removeOrphanedCaches = async (deps: HostingContext, folders: JobFolders): Promise<void> => {
  const cached = await folders.cachedProjects();
  if (cached.length === 0) return;
  const rows = await deps.engines.database.db.selectFrom("project").select("id").where("id", "in", cached).execute();
  const projectIds = new Set(rows.map(({ id }) => id));
  for (const projectId of cached) if (!projectIds.has(projectId)) await folders.removeCache(projectId);
};

/** Seconds without a sign of life after which a worker loses its deployments. */
const lostAfterSeconds = 60;

/** Puts every unfinished deployment of this worker back into the queue after a crash. */
const requeueOwn = (deps: HostingContext, worker: string): Promise<void> =>
  requeue(deps, (trx) => unended(trx).where("worker", "=", worker).execute());

/** Puts an attempt back into the queue after it lost its database connection. */
const requeueBroken = (deps: HostingContext, { id, attempt }: Deployment): Promise<void> =>
  requeue(deps, (trx) => unended(trx).where("id", "=", id).where("attempt", "=", attempt).execute());

/** Puts deployments of silent workers back into the queue. */
export const requeueLost = (deps: HostingContext): Promise<void> =>
  requeue(deps, (trx) =>
    unended(trx)
      .where("seen_at", "<", sql<Date>`now() - make_interval(secs => ${lostAfterSeconds})`)
      .execute(),
  );

/** Wakes a worker for each waiting deployment: the original wake-up may have died with its job. */
const wakeWaiting = ({ engines: { database, jobs } }: HostingContext, lane: Lane, workers: number): Promise<void> =>
  database.db.transaction().execute(async (trx) => {
    if (!(await isWaiting(trx, lane))) return;
    for (let sent = 0; sent < workers; sent += 1) await wake(jobs, trx, lane);
  });

const unended = (trx: Trx) =>
  trx.selectFrom("deployment").selectAll().where("state", "in", activeStates).orderBy("number").forUpdate();

const requeue = async (deps: HostingContext, find: (trx: Trx) => Promise<Deployment[]>): Promise<void> => {
  const { database, jobs, realtime } = deps.engines;
  const requeued = await database.db.transaction().execute(async (trx) => {
    const lines: [Deployment, LogLine][] = [];
    for (const deployment of await find(trx)) lines.push([deployment, await putBack(trx, deployment)]);
    for (const [{ lane }] of lines) await wake(jobs, trx, lane);
    return lines;
  });
  for (const [deployment, line] of requeued) {
    announce(realtime, deployment, "queued", line);
  }
};

/** Increments the attempt, so lines of the old one are refused. */
const putBack = async (trx: Trx, deployment: Deployment): Promise<LogLine> => {
  const [line] = (await appendLines(trx, deployment, [lineOf(restartedLine)])) ?? [];
  await trx
    .updateTable("deployment")
    .set((eb) => ({
      state: "queued",
      attempt: eb("attempt", "+", 1),
      worker: null,
      seen_at: null,
      started_at: null,
    }))
    .where("id", "=", deployment.id)
    .execute();
  return line!;
};
