import { sql } from "kysely";
import { messages } from "../../../../resources/messages.ts";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import type { Trx } from "../../engines/database/database.ts";
import { announce } from "./events.ts";
import { appendLines, lineOf } from "./log-store.ts";
import type { HostingContext } from "./deps.ts";
import { activeStates, isWaiting, wake, type Deployment } from "./queue.ts";
import type { Lane } from "./tables.ts";

/** A deployment whose worker was silent for this long is lost to it. */
const lostAfterSeconds = 60;

/** Puts every deployment that this worker had when it died back into the queue. */
export const requeueOwn = (parts: HostingContext, worker: string): Promise<void> =>
  requeue(parts, (trx) => unended(trx).where("worker", "=", worker).execute());

/** Does the same with an attempt that the database's absence has broken off. */
export const requeueBroken = (parts: HostingContext, { id, attempt }: Deployment): Promise<void> =>
  requeue(parts, (trx) => unended(trx).where("id", "=", id).where("attempt", "=", attempt).execute());

/** Does the same with what no worker has said to be alive for a minute: its machine is gone, or it lost hold of it. */
export const requeueLost = (parts: HostingContext): Promise<void> =>
  requeue(parts, (trx) =>
    unended(trx)
      .where("seen_at", "<", sql<Date>`now() - make_interval(secs => ${lostAfterSeconds})`)
      .execute(),
  );

/** As many workers as there are look for work once: what sent them before may have died with the job. */
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

const requeue = async (parts: HostingContext, find: (trx: Trx) => Promise<Deployment[]>): Promise<void> => {
  const { database, jobs, realtime } = parts.engines;
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

/** The attempt counts up, so whatever the old one still has to say is refused. */
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
