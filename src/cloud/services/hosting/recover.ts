import { sql } from "kysely";
import { messages } from "../../../../resources/messages.ts";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import type { Trx } from "../../engines/database/database.ts";
import { announce } from "./events.ts";
import { appendLines, lineOf } from "./log-store.ts";
import type { HostingContext } from "./deps.ts";
import { activeStates, isWaiting, wake, type Deployment } from "./queue.ts";
import type { Lane } from "./queue.ts";

/** Seconds without a sign of life after which a worker loses its deployments. */
const lostAfterSeconds = 60;

/** Puts every unfinished deployment of this worker back into the queue after a crash. */
export const requeueOwn = (deps: HostingContext, worker: string): Promise<void> =>
  requeue(deps, (trx) => unended(trx).where("worker", "=", worker).execute());

/** Puts an attempt back into the queue after it lost its database connection. */
export const requeueBroken = (deps: HostingContext, { id, attempt }: Deployment): Promise<void> =>
  requeue(deps, (trx) => unended(trx).where("id", "=", id).where("attempt", "=", attempt).execute());

/** Puts deployments of silent workers back into the queue. */
export const requeueLost = (deps: HostingContext): Promise<void> =>
  requeue(deps, (trx) =>
    unended(trx)
      .where("seen_at", "<", sql<Date>`now() - make_interval(secs => ${lostAfterSeconds})`)
      .execute(),
  );

/** Wakes a worker for each waiting deployment: the original wake-up may have died with its job. */
export const wakeWaiting = (
  { engines: { database, jobs } }: HostingContext,
  lane: Lane,
  workers: number,
): Promise<void> =>
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
  const [line] = (await appendLines(trx, deployment, [lineOf(messages.restarted)])) ?? [];
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
