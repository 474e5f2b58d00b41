import { sql, type Insertable } from "kysely";
import { randomUUID } from "node:crypto";
import type { LogLine } from "../../../../../resources/hosting/log-line.ts";
import { endedStates, taskStates, type TaskState } from "../../../../../resources/hosting/states.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { RowOf, Tables } from "../../../engines/database/tables.ts";
import type { JobCount, Jobs } from "../../../engines/jobs/jobs.ts";
import { startedByWork } from "../../../kernel/observe/work.ts";
import { appendLines, lineOf } from "./log-store.ts";
import { messages } from "../messages.ts";
import { isAlive } from "./worker-lease.ts";

/** Two queues: publishing must never wait for a build. */
export type Lane = RowOf<"deployment">["lane"];

export type Deployment = RowOf<"deployment">;
export type NewDeployment = Pick<Insertable<Tables["deployment"]>, "project_id" | "team_id" | "lane" | "trigger"> &
  Partial<Pick<Insertable<Tables["deployment"]>, Source>>;
type Source =
  | "preview_id"
  | "upload_id"
  | "branch"
  | "commit_hash"
  | "message"
  | "author"
  | "cid"
  | "file_count"
  | "size_bytes";

export interface Queued {
  readonly deployment: Deployment;
  readonly line: LogLine;
}

/** States in which a worker has the deployment. A project has at most one such deployment at a time. */
export const activeStates: readonly TaskState[] = taskStates.filter(
  (state) => state !== "queued" && !endedStates.includes(state),
);

/** Maximum characters of a deployment's message, which appears in every list; clients may send more. */
const messageMax = 500;

/** Number of the advisory lock that serializes claims. */
const claimLock = 4_040_006;

/** Returns the lane: fetching can take as long as a build and must not delay publishing. */
export const laneOf = (isHere: boolean): Lane => (isHere ? "publish" : "build");

export const queueOf = (lane: Lane): string => `hosting-${lane}`;

/**
 * Queues a deployment within the caller's transaction. Touching the project first serializes concurrent deployments, so
 * their numbers follow the order of acknowledgement.
 */
export const enqueue = async (jobs: Jobs, trx: Trx, values: NewDeployment): Promise<Queued> => {
  await touchProject(trx, values.project_id);
  const deployment = await trx
    .insertInto("deployment")
    .values((eb) => ({
      id: randomUUID(),
      ...values,
      message: values.message?.slice(0, messageMax) ?? null,
      started_by: JSON.stringify(startedByWork() ?? null),
      // Only a site is placed on another platform; previews are served by this instance.
      platform: values.preview_id
        ? "IPFS"
        : eb.selectFrom("project").select("platform").where("project.id", "=", values.project_id),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const lines = await appendLines(trx, deployment, [lineOf(messages.queued)]);
  await wake(jobs, trx, values.lane);
  return { deployment, line: lines![0]! };
};

/** Sends a worker to look for work. Only a hint: every worker with a free slot also looks once a second. */
export const wake = (jobs: Jobs, trx: Trx, lane: Lane): Promise<void> => jobs.send(trx, queueOf(lane), {});

/** Counts waiting and running deployments, as the queues of their lanes. */
export const countDeployments = async (db: Db): Promise<readonly JobCount[]> => {
  const { rows } = await sql<JobCount & { lane: Lane }>`
    select lane, case when state = 'queued' then 'created' else 'active' end as state, count(*)::int4 as count,
      extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from deployment where ended_at is null group by 1, 2`.execute(db);
  return rows.map(({ lane, ...figures }) => ({ ...figures, queue: queueOf(lane) }));
};

/** The worker that claims, and the tags that it offers. */
export interface Taker {
  readonly holder: string;
  readonly tags: readonly string[];
}

/** Matches waiting deployments of projects with tags that no running worker offers. */
export const isWithoutWorker = sql<boolean>`(
  deployment.state = 'queued' and project.build_tags <> '{}'
  and not exists (select from worker where ${isAlive} and project.build_tags <@ worker.tags)
)`;

/**
 * Claims the oldest queued deployment of a lane that the worker can run: its tags are offered, and its project has none before it. Undefined
 * if there is none, or if the worker's lease has ended. Order of arrival is fair to all: a build that lacks a worker holds up none behind it.
 */
export const claim = (db: Db, lane: Lane, { holder, tags }: Taker): Promise<Deployment | undefined> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(trx);
    return trx
      .updateTable("deployment")
      .set((eb) => ({
        state: "pending",
        attempt: eb("attempt", "+", 1),
        worker: holder,
        // Not now(), the start of this transaction: it may have waited for the lock while the previous deployment ran.
        started_at: sql<Date>`clock_timestamp()`,
      }))
      .where("state", "=", "queued")
      .where("id", "=", oldestReady(lane, tags))
      .where((eb) => eb.exists(eb.selectFrom("worker").select("holder").where("holder", "=", holder).where(isAlive)))
      .returningAll()
      .executeTakeFirst();
  });

const oldestReady = (lane: Lane, tags: readonly string[]) => sql<string>`(
  select next.id from deployment as next join project on project.id = next.project_id
  where next.lane = ${lane} and next.state = 'queued' and project.build_tags <@ ${tags}::text[] and not exists (
    select from deployment as earlier
    where earlier.project_id = next.project_id and earlier.number < next.number and earlier.ended_at is null
  )
  order by next.number limit 1
)`;

/** Moves a project to the top of its list; its row is returned and locked until the transaction ends. */
export const touchProject = (trx: Trx, projectId: string): Promise<RowOf<"project"> | undefined> =>
  trx
    .updateTable("project")
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", projectId)
    .returningAll()
    .executeTakeFirst();
