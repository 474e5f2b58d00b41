import { setTimeout as delay } from "node:timers/promises";
import { noWorkerOffers } from "../../../../../resources/hosting/builds/no-worker.ts";
import { restartedLine, type LogLine } from "../../../../../resources/hosting/log-line.ts";
import { inBackground } from "../../../engines/database/background.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { unavailability } from "../../../engines/database/unavailable.ts";
import type { Duty } from "../../../kernel/duties.ts";
import { buildSlots as buildSlotGauge, buildSlotsInUse } from "../../../kernel/observe/process-metrics.ts";
import type { StartedBy } from "../../../kernel/observe/work.ts";
import { processId } from "../../../kernel/process-id.ts";
import type { HostingContext } from "../deps.ts";
import { clearDiscards, discardQueue } from "../discards.ts";
import { Interrupted } from "../ends.ts";
import { announce, emitLines } from "../events.ts";
import { pushHookQueue, settlePushHook } from "../pushes/push-hooks.ts";
import { availableMemoryMb, buildSlots } from "./build-slots.ts";
import { createJobFolders, type JobFolders } from "./job-folders.ts";
import { appendLines, lineOf } from "./log-store.ts";
import {
  activeStates,
  claim,
  countDeployments,
  isWithoutWorker,
  queueOf,
  wake,
  type Deployment,
  type Lane,
} from "./queue.ts";
import { runDeployment } from "./run.ts";
import { isAlive, leaseFolder, sweepFolders, type WorkerLease } from "./worker-lease.ts";

/** Concurrent uploads being published; hashing each uses a full core. */
const publishConcurrency = 2;
const wakeRetries = 3;
const wakeSeconds = 60;
const discardSeconds = 3600;
const pushHookSeconds = 120;
/** On shutdown, time for running deployments to end before they are left to the next worker, and for these to stop. */
const graceMs = 3000;
const stopMs = 5000;

const lanes: readonly Lane[] = ["publish", "build"];

interface Place extends WorkerLease {
  readonly folders: JobFolders;
}

interface Run {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Creates the build worker: runs deployments of both lanes and resumes those of dead workers. */
export const createWorker = (deps: HostingContext) => {
  const { jobs, database } = deps.engines;
  const { db } = database;
  const running = new Map<string, Run>();
  /** Attempts that the database interrupted and that are to be put back once it answers: this worker lives, so no other takes them. */
  const interrupted = new Set<Deployment>();
  const busy = { publish: 0, build: 0 };
  const slots = { publish: publishConcurrency, build: deps.config.BUILD_CONCURRENCY };
  let place: Place | undefined;
  let defined: Promise<void> | undefined;

  const defineQueues = async (): Promise<void> => {
    jobs.countInstead(lanes.map(queueOf), () => countDeployments(db));
    for (const lane of lanes)
      await jobs.define(queueOf(lane), { concurrency: 1, retries: wakeRetries, expireSeconds: wakeSeconds });
    await jobs.define(pushHookQueue, { concurrency: 1, retries: wakeRetries, expireSeconds: pushHookSeconds });
    await jobs.define(discardQueue, { concurrency: 1, retries: wakeRetries, expireSeconds: discardSeconds });
  };
  /** Creates the queues; every process must call it before sending jobs. */
  const define = (): Promise<void> => (defined ??= defineQueues());

  const leasePlace = async (): Promise<void> => {
    const { WORKER_ID, WORKER_TAGS: tags, DATA_DIR: dataDir } = deps.config;
    const name = processId({ WORKER_ID });
    const lease = await leaseFolder({ database, dataDir, name, tags });
    place = { ...lease, folders: createJobFolders(lease.folder) };
    deps.log.info({ workerId: name, folder: lease.folder, tags }, "Worker started");
  };

  const reportSlots = (): void => {
    for (const lane of lanes) {
      buildSlotGauge.labels(lane).set(slots[lane]);
      buildSlotsInUse.labels(lane).set(busy[lane]);
    }
  };

  /** Measured while no build runs: running ones may use less than their share, and more later. */
  const measureSlots = async (): Promise<void> => {
    const availableMb = await availableMemoryMb();
    const { BUILD_CONCURRENCY: wanted } = deps.config;
    const before = slots.build;
    slots.build = buildSlots(deps.config, availableMb);
    if (slots.build < wanted && slots.build !== before)
      deps.log.info({ availableMb, slots: slots.build, wanted }, "Memory limits the number of concurrent builds");
  };

  /** Starts the oldest deployments that this worker can run, until its slots are used. */
  const fill = async (lane: Lane): Promise<void> => {
    if (lane === "build" && busy.build === 0) await measureSlots();
    while (place && jobs.isTaking() && busy[lane] < slots[lane]) {
      const { folders } = place;
      // Counted before it is claimed: several calls may run at the same time.
      busy[lane] += 1;
      try {
        const deployment = await claim(db, lane, place);
        if (!deployment) return;
        busy[lane] += 1;
        const startedBy = deployment.started_by as StartedBy | null;
        jobs.start(`deployment-${lane}`, startedBy, (shutdown) => run(folders, deployment, shutdown));
      } finally {
        busy[lane] -= 1;
      }
    }
  };

  const run = async (folders: JobFolders, deployment: Deployment, shutdown: AbortSignal): Promise<void> => {
    const stop = new AbortController();
    const ended = Promise.withResolvers<void>();
    const previous = running.get(deployment.id);
    running.set(deployment.id, { stop, ended: ended.promise });
    const letGo = () => stop.abort(new Interrupted("shutdown"));
    shutdown.addEventListener("abort", letGo, { once: true });
    if (shutdown.aborted) letGo();
    try {
      // An attempt that lost its lease may still be stopping here.
      previous?.stop.abort(new Interrupted("superseded"));
      await previous?.ended;
      await runDeployment(deps, folders, deployment, stop);
    } catch (error) {
      if (unavailability(error) === undefined) throw error;
      interrupted.add(deployment);
      await putBackInterrupted();
    } finally {
      ended.resolve();
      if (running.get(deployment.id)?.stop === stop) running.delete(deployment.id);
      shutdown.removeEventListener("abort", letGo);
      busy[deployment.lane] -= 1;
      void inBackground(() => fill(deployment.lane)).catch(() => undefined);
    }
  };

  const putBackInterrupted = async (): Promise<void> => {
    for (const deployment of interrupted) {
      await putBackOne(deps, deployment);
      interrupted.delete(deployment);
    }
  };

  const stopAll = (why: "superseded" | "shutdown"): void => {
    for (const { stop } of running.values()) stop.abort(new Interrupted(why));
  };

  const ends = (timeoutMs: number): Promise<unknown> => {
    const all = Promise.all([...running.values()].map(({ ended }) => ended));
    return Promise.race([all, delay(timeoutMs, undefined, { ref: false })]);
  };

  /** Deployments of the former lease are nobody's until another worker, or this one, claims them. */
  const leaseAgain = async ({ release }: Place): Promise<void> => {
    stopAll("superseded");
    await ends(stopMs);
    if (running.size === 0) await release();
    await leasePlace();
  };

  /** Renews the lease, stops deployments that must stop, and looks for work that no job announced to this worker. */
  const tick = async (): Promise<void> => {
    if (!place) return;
    if ((await place.renew()) !== "held") await leaseAgain(place);
    await putBackInterrupted();
    if (running.size > 0) await stopRequested(deps, place.holder, running);
    for (const lane of lanes) await fill(lane);
    reportSlots();
  };

  return {
    define,
    work: async (): Promise<void> => {
      await define();
      await leasePlace();
      await requeueLost(deps);
      for (const lane of lanes) {
        await fill(lane);
        await jobs.work(queueOf(lane), () => fill(lane));
      }
      await jobs.work(discardQueue, () => clearDiscards(deps));
      await jobs.work<{ repositoryId: string }>(pushHookQueue, (job) => settlePushHook(deps, job));
    },
    /** Removes a deleted project's caches of this worker; other workers remove theirs within an hour. */
    forget: async (projectId: string): Promise<void> => place?.folders.removeCache(projectId),
    duties: [
      { name: "Renew the worker's lease", every: tickEvery, scope: "process", run: tick },
      { name: "Resume lost builds", every: resumeEvery, scope: "cluster", run: () => requeueLost(deps) },
      { name: "Report builds without a worker", every: "5 s", scope: "cluster", run: () => reportWithoutWorker(deps) },
      {
        name: "Remove folders of dead workers",
        every: "30 s",
        scope: "process",
        timeout: "1 h",
        run: () => sweepFolders(db, deps.config.DATA_DIR),
      },
      {
        name: "Remove caches of deleted projects",
        every: "1 h",
        scope: "process",
        run: async () => place && removeOrphanedCaches(deps, place.folders),
      },
    ] satisfies readonly Duty[],
    /** Leaves running deployments to other workers. */
    close: async (): Promise<void> => {
      const { release } = place ?? {};
      place = undefined;
      await ends(graceMs);
      stopAll("shutdown");
      await ends(stopMs);
      // Otherwise its lease ends once they have stopped with the process.
      if (running.size === 0) await release?.();
    },
  };
};

/** How often a worker renews its lease and looks for work. */
export const tickEvery = "1 s";
/** How often deployments of dead workers are looked for. */
export const resumeEvery = "2 s";

/** Aborts the running deployments that a user cancelled, or that another worker has. */
const stopRequested = async (
  { engines }: HostingContext,
  holder: string,
  running: ReadonlyMap<string, Run>,
): Promise<void> => {
  const mine = [...running];
  const rows = await engines.database.db
    .selectFrom("deployment")
    .select(["id", "cancel_requested"])
    .where("worker", "=", holder)
    .where("state", "in", activeStates)
    .where("id", "in", [...running.keys()])
    .execute();
  const cancelRequests = new Map(rows.map(({ id, cancel_requested }) => [id, cancel_requested]));
  for (const [id, { stop }] of mine) {
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

/** Says in the logs of waiting builds that no running worker offers their tags, once in each. */
const reportWithoutWorker = async ({ engines: { database, realtime } }: HostingContext): Promise<void> => {
  const waiting = await database.db
    .selectFrom("deployment")
    .innerJoin("project", "project.id", "deployment.project_id")
    .selectAll("deployment")
    .select("project.build_tags")
    .where("deployment.state", "=", "queued")
    .where(isWithoutWorker)
    .execute();
  for (const deployment of waiting) {
    const content = noWorkerOffers(deployment.build_tags);
    const known = await database.db
      .selectFrom("deployment_log")
      .select("seq")
      .where("deployment", "=", deployment.number)
      .where("content", "=", content)
      .executeTakeFirst();
    const lines = known ? undefined : await appendLines(database.db, deployment, [lineOf(content)]);
    if (lines) emitLines(realtime, deployment, "queued", lines);
  }
};

/** Puts an attempt back into the queue that this worker can't run or finish. */
const putBackOne = (deps: HostingContext, { id, attempt }: Deployment): Promise<void> =>
  requeue(deps, (trx) => unended(trx).where("id", "=", id).where("attempt", "=", attempt).execute());

/** Puts deployments of dead workers back into the queue. */
export const requeueLost = (deps: HostingContext): Promise<void> =>
  requeue(deps, (trx) =>
    unended(trx)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("worker").select("folder").whereRef("worker.holder", "=", "deployment.worker").where(isAlive),
          ),
        ),
      )
      .execute(),
  );

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
      started_at: null,
    }))
    .where("id", "=", deployment.id)
    .execute();
  return line!;
};
