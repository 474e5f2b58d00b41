/** What operators see of the instance itself: its processes, queues, disk and database, and what needs attention. */
import { sql } from "kysely";
import { processes, systemState, type SystemState } from "../../../../resources/operator/processes.ts";
import { duties } from "../../../../resources/operator/duties.ts";
import type { Config } from "../../config.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Ground } from "../../kernel/module.ts";
import type { Backups } from "../backups/service.ts";
import { createReport } from "./report.ts";

interface System {
  readonly routes: readonly Route[];
  readonly duties: readonly Duty[];
  /** Forgets this process: it stops on purpose. */
  close(): Promise<void>;
}

type Alert = SystemState["alerts"][number];

const silentSeconds = 30;
/** Share of the database's connections from which operators are warned. */
const connectionsShare = 0.9;
/** Waiting time of a job from which operators are warned. */
const waitSecondsMax = 900;

export const createSystem = (
  { database, blocks, disk, jobs }: Pick<Engines, "database" | "blocks" | "disk" | "jobs">,
  config: Pick<Config, "ROLE" | "WORKER_ID">,
  { backups, mounted }: { readonly backups: Pick<Backups, "state">; readonly mounted: Ground["mounted"] },
): System => {
  const { db } = database;
  const report = createReport(database, config);

  const state = async (): Promise<SystemState> => {
    const [reported, dutyCounts, databaseState, queues, { damagedBlobs }, backup] = await Promise.all([
      processesOf(db),
      countDuties(db),
      stateOfDatabase(db),
      jobs.counts(),
      blocks.soundness(),
      backups.state(),
    ]);
    const { connections, connectionsMax } = databaseState;
    const failing = dutyCounts.failed;
    const reportedQueues = queuesOf(queues);
    const alerts: Alert[] = [
      ...alertsOfProcesses(reported),
      ...(disk.isLow()
        ? [danger("The disk is almost full. New content is rejected until space is freed.", "/docs/storage")]
        : []),
      ...(damagedBlobs > 0
        ? [
            danger(
              `${damagedBlobs === 1 ? "A stored blob is" : `${damagedBlobs} stored blobs are`} damaged. Repair from a backup.`,
              "/docs/storage",
            ),
          ]
        : []),
      ...(failing > 0
        ? [
            warning(
              `${failing === 1 ? "A background task" : `${failing} background tasks`} failed in the last run.`,
              `${duties.routes.list}?state=failed`,
            ),
          ]
        : []),
      ...reportedQueues
        .filter(({ oldestSeconds }) => oldestSeconds > waitSecondsMax)
        .map(({ queue, oldestSeconds }) =>
          warning(
            `Jobs in ${queue} have waited for ${Math.floor(oldestSeconds / 60)} minutes. Add workers.`,
            "/docs/scaling",
          ),
        ),
      ...(backup?.isLate ? [danger(lateMessage(backup.endedAt), "/docs/backup")] : []),
      ...(connections > connectionsMax * connectionsShare
        ? [warning(`The database has ${connections} of ${connectionsMax} connections open.`)]
        : []),
    ];
    return {
      alerts,
      queues: reportedQueues,
      addresses: mounted().toSorted((one, other) => one.address.localeCompare(other.address)),
      duties: dutyCounts,
      disk: { freeBytes: disk.freeBytes(), totalBytes: disk.totalBytes() },
      database: databaseState,
      ...(backup && { backup }),
    };
  };

  return {
    routes: [
      route(systemState, state),
      ...tableRoutes(processes, "process", {
        team: null,
        sort: "startedAt",
        columns: {
          state: sql`case when seen_at < now() - make_interval(secs => ${silentSeconds}) then 'timeout' else 'online' end`,
        },
      }),
    ],
    duties: [{ name: "Report this process", every: "5 s", scope: "process", role: "any", run: report.write }],
    close: report.close,
  };
};

const danger = (text: string, url?: string): Alert => ({ level: "danger", text, ...(url !== undefined && { url }) });
const warning = (text: string, url?: string): Alert => ({ ...danger(text, url), level: "warning" });

const lateMessage = (endedAt: number | null): string =>
  endedAt === null
    ? "There is no backup yet. Check the background task Create backups."
    : `The last backup is from ${new Date(endedAt * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC. Check the background task Create backups.`;

const processesOf = (db: Db) =>
  db
    .selectFrom("process")
    .select(["name", "roles", "version"])
    .select(sql<boolean>`seen_at < now() - make_interval(secs => ${silentSeconds})`.as("isSilent"))
    .execute();

const alertsOfProcesses = (all: Awaited<ReturnType<typeof processesOf>>): Alert[] => {
  const running = all.filter(({ isSilent }) => !isSilent);
  const versions = [...new Set(running.map((one) => one.version))].toSorted();
  return [
    ...all
      .filter(({ isSilent }) => isSilent)
      .map(({ name, roles }) => warning(`${name} (${roles}) no longer reports. Check whether it has stopped.`)),
    ...(running.some(({ roles }) => roles.includes("worker"))
      ? []
      : [danger("No worker is running. Builds and other jobs wait until one starts.")]),
    ...(versions.length > 1
      ? [warning(`Processes run different versions: ${versions.join(", ")}. Finish the upgrade.`)]
      : []),
  ];
};

const countDuties = async (db: Db): Promise<SystemState["duties"]> => {
  const { rows } = await sql<SystemState["duties"]>`
    select count(*)::int4 as total, count(*) filter (where lease_until > now())::int4 as running,
      count(*) filter (where last_error is not null)::int4 as failed
    from duty`.execute(db);
  return rows[0]!;
};

const stateOfDatabase = async (db: Db): Promise<SystemState["database"]> => {
  const { rows } = await sql<{ version: string; bytes: bigint; connections: number; connectionsMax: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int4 from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int4 as "connectionsMax"`.execute(db);
  const [row] = rows;
  return { ...row!, bytes: Number(row!.bytes) };
};

const queuesOf = (counts: Awaited<ReturnType<Engines["jobs"]["counts"]>>): SystemState["queues"] => {
  const names = [...new Set(counts.map(({ queue }) => queue))].filter((name) => !name.startsWith("__")).toSorted();
  const of = (queue: string, state: string): number =>
    counts.find((one) => one.queue === queue && one.state === state)?.count ?? 0;
  return names.map((queue) => ({
    queue,
    waiting: of(queue, "created"),
    running: of(queue, "active"),
    retrying: of(queue, "retry"),
    oldestSeconds: Math.floor(counts.find((one) => one.queue === queue && one.state === "created")?.oldestSeconds ?? 0),
  }));
};
