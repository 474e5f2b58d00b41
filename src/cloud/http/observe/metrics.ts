/** Collects metrics of the process, its requests, connections and jobs, and detects stalls. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from "prom-client";
import { AppError } from "../../kernel/app-error.ts";
import type { Config } from "../../config.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Database } from "../../engines/database/database.ts";
import type { PoolState } from "../../engines/database/pool.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import type { DutyState, Scheduler } from "../../kernel/duties.ts";
import { processMetrics, secondsBuckets } from "../../kernel/observe/process-metrics.ts";
import { processId, version } from "../../kernel/process-id.ts";
import { repeat } from "../../kernel/repeat.ts";
import type { ConnectionLimits } from "../edge/limits/connection-limits.ts";
import type { Answered } from "../edge/server.ts";
import type { UnderWay } from "../edge/under-way.ts";

/** Verification state of stored content. */
export interface BlobFigures {
  verifiedBytes(): number;
  soundness: Blocks["soundness"];
}

/** The last backup; undefined without backups. */
export type ReadBackup = () => Promise<
  | {
      readonly endedAt: number | null;
      readonly bytes: number | null;
      readonly logAt: number | null;
      readonly intervalSeconds: number;
    }
  | undefined
>;

interface MetricsDeps {
  readonly config: Pick<Config, "ROLE" | "WORKER_ID">;
  readonly database: Pick<Database, "pools">;
  readonly underWay?: UnderWay;
  readonly limits?: Pick<ConnectionLimits, "counts">;
  readonly jobs?: Pick<Jobs, "counts">;
  readonly blobs?: BlobFigures;
  readonly backup?: ReadBackup;
  readonly duties?: Pick<Scheduler, "states">;
}

/** The metrics of a process. */
export type Metrics = ReturnType<typeof createMetrics>;

const stallMs = 500;
const tickMs = 100;
/** Code of calls that succeeded. */
const ok = "OK";

const codes = new WeakMap<FastifyRequest, string>();

/** Records the code of a refused call, for its metric. */
export const recordCode = (request: FastifyRequest, code: string): void => void codes.set(request, code);

/** Collects the metrics of a process; those of HTTP only with `underWay` and `limits`. */
export const createMetrics = ({ config, underWay, limits, database, jobs, blobs, backup, duties }: MetricsDeps) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of processMetrics) registry.registerMetric(metric as Metric);
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers: [registry], collect: () => made.set(read()) });
  };
  const info = new Gauge({
    name: "freehold_info",
    help: "Always 1. Labels: the process, its roles and version.",
    labelNames: ["process", "roles", "version"] as const,
    registers: [registry],
  });
  info.labels(processId(config), config.ROLE.join(","), version).set(1);
  if (underWay) gauge("http_requests_under_way", "Requests in progress.", underWay.count);
  if (limits) {
    gauge("http_open_connections", "Open TCP connections.", () => limits.counts().connections);
    gauge("http_open_websockets", "Open WebSockets.", () => limits.counts().sockets);
  }
  if (jobs) measureJobs(registry, jobs);
  measurePools(registry, database);
  if (blobs) measureBlobs(registry, blobs);
  if (backup) measureBackup(registry, backup);
  if (duties) measureDuties(registry, duties);
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Request duration, by the route's pattern or the handler's name.",
    labelNames: ["method", "route", "status"] as const,
    buckets: secondsBuckets,
    registers: [registry],
  });
  const calls = new Counter({
    name: "calls_total",
    help: "Declared calls, by operation ID and error code.",
    labelNames: ["call", "code"] as const,
    registers: [registry],
  });
  const callDurations = new Histogram({
    name: "call_duration_seconds",
    help: "Duration of declared calls, by operation ID.",
    labelNames: ["call"] as const,
    buckets: secondsBuckets,
    registers: [registry],
  });

  /** Records a response that the application did not send. */
  const answered = ({ method, route, status, seconds }: Answered): void =>
    durations.labels(method, route, String(status)).observe(seconds);

  return {
    /** Observes the requests of an application. */
    observe: (app: FastifyInstance): void => {
      app.addHook("onResponse", async (request, reply) => {
        const { url: route = "none", config: of } = request.routeOptions;
        const seconds = reply.elapsedTime / 1000;
        answered({ method: request.method, route, status: reply.statusCode, seconds });
        if (of.call === undefined) return;
        calls.labels(of.call, codes.get(request) ?? ok).inc();
        callDurations.labels(of.call).observe(seconds);
      });
    },
    answered,
    /** Returns Prometheus's text format. */
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
};

/** Registers /metrics in Prometheus's text format. Requires METRICS_TOKEN on a public server. */
export const registerMetrics = (
  app: FastifyInstance,
  { text, contentType }: Pick<Metrics, "text" | "contentType">,
  config: MetricsAccess,
): void => {
  app.get("/metrics", async (request, reply) => {
    if (!canRead(config, request)) throw new AppError("UNAUTHORIZED");
    return reply.type(contentType).send(await text());
  });
};

type MetricsAccess = Pick<Config, "HOST" | "PUBLIC_URL" | "METRICS_TOKEN">;

/** Without a token, only this machine: a page whose name was pointed here (DNS rebinding) has another Host. */
const canRead = (
  { HOST, PUBLIC_URL, METRICS_TOKEN }: MetricsAccess,
  { hostname, headers: { authorization = "" } }: Pick<FastifyRequest, "hostname" | "headers">,
): boolean => {
  if (METRICS_TOKEN === undefined) return PUBLIC_URL === undefined && isLoopback(HOST) && isLoopback(hostname);
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization.replace(/^Bearer +/i, "")), digest(METRICS_TOKEN));
};

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Calls `onStall` after the event loop was blocked, with the routes in progress at the time. */
export const watchStalls = (
  underWay: Pick<UnderWay, "routes" | "forgetEnded">,
  onStall: (ms: number, routes: readonly string[]) => void,
): (() => void) => {
  let last = performance.now();
  return repeat(tickMs, () => {
    const now = performance.now();
    const stalled = now - last - tickMs;
    if (stalled > stallMs) onStall(Math.round(stalled), underWay.routes());
    last = now;
    underWay.forgetEnded();
  });
};

const measureJobs = (registry: Registry, { counts }: Pick<Jobs, "counts">): void => {
  const oldest = new Gauge({
    name: "jobs_oldest_seconds",
    help: "Age of the oldest waiting job.",
    labelNames: ["queue"] as const,
    registers: [registry],
  });
  const queued: Gauge<"queue" | "state"> = new Gauge({
    name: "jobs",
    help: "Unfinished jobs, by queue and state.",
    labelNames: ["queue", "state"] as const,
    registers: [registry],
    async collect() {
      // While the database is unavailable, the other metrics matter even more.
      const found = await counts().catch(() => []);
      queued.reset();
      oldest.reset();
      for (const { queue, state, count, oldestSeconds } of found) {
        queued.labels(queue, state).set(count);
        if (state === "created") oldest.labels(queue).set(oldestSeconds);
      }
    },
  });
};

const measureBlobs = (registry: Registry, { verifiedBytes, soundness }: BlobFigures): void => {
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    const made: Gauge = new Gauge({ name, help, registers: [registry], collect: async () => made.set(await read()) });
  };
  // While the database is unavailable, the other metrics matter even more.
  const figures = () => soundness().catch(() => undefined);
  gauge("blobs_damaged", "Damaged blobs.", async () => (await figures())?.damagedBlobs ?? NaN);
  gauge("blobs_verified_since_seconds", "Unix time of the oldest blob verification.", async () => {
    const since = (await figures())?.verifiedSince;
    return since ? since.getTime() / 1000 : NaN;
  });
  gauge("blobs_verified_bytes_total", "Bytes verified by this process.", async () => verifiedBytes());
};

const measureBackup = (registry: Registry, read: ReadBackup): void => {
  type Last = NonNullable<Awaited<ReturnType<ReadBackup>>>;
  const gauge = (name: string, help: string, value: (last: Last) => number): void => {
    const collect = async (): Promise<void> => {
      const last = await read().catch(() => undefined);
      made.reset();
      made.set(last ? value(last) : NaN);
    };
    const made: Gauge = new Gauge({ name, help, registers: [registry], collect });
  };
  gauge(
    "freehold_backup_last_success_seconds",
    "Unix time of the last backup; 0 before the first.",
    ({ endedAt }) => endedAt ?? 0,
  );
  gauge("freehold_backup_size_bytes", "Size of everything that the last backup contains.", ({ bytes }) => bytes ?? 0);
  gauge("freehold_backup_interval_seconds", "Time between two backups.", ({ intervalSeconds }) => intervalSeconds);
  gauge(
    "freehold_backup_log_seconds",
    "Unix time up to which any point in time can be restored.",
    ({ logAt }) => logAt ?? NaN,
  );
};

const measureDuties = (registry: Registry, { states }: Pick<Scheduler, "states">): void => {
  const gauge = (name: string, help: string, value: (state: DutyState) => number | undefined): void => {
    const collect = function (this: Gauge<"duty">): void {
      for (const state of states()) this.labels(state.name).set(value(state) ?? NaN);
    };
    void new Gauge({ name, help, labelNames: ["duty"], registers: [registry], collect });
  };
  const seconds = (ms: number | undefined) => ms && ms / 1000;
  gauge("duty_last_run_seconds", "Unix time of the last run in this process.", (at) =>
    seconds(at.startedAt?.getTime()),
  );
  gauge("duty_duration_seconds", "Duration of the last run.", ({ lastMs }) => seconds(lastMs));
  gauge("duty_runs_total", "Runs in this process.", ({ runs }) => runs);
  gauge("duty_failures_total", "Failed runs in this process.", ({ failures }) => failures);
};

const measurePools = (registry: Registry, { pools }: Pick<Database, "pools">): void => {
  const gauge = (name: string, help: string, value: (state: PoolState) => number): void => {
    const collect = function (this: Gauge<"pool">): void {
      for (const pool of pools) this.labels(pool.state().name).set(value(pool.state()));
    };
    void new Gauge({ name, help, labelNames: ["pool"], registers: [registry], collect });
  };
  gauge("database_pool_size", "Maximum connections of the pool.", ({ size }) => size);
  gauge("database_pool_in_use", "Connections in use.", ({ inUse }) => inUse);
  gauge("database_pool_waiting", "Callers waiting for a connection.", ({ waiting }) => waiting);
  const waits = new Histogram({
    name: "database_pool_wait_seconds",
    help: "Time to acquire a connection.",
    labelNames: ["pool"] as const,
    buckets: secondsBuckets,
    registers: [registry],
  });
  for (const pool of pools) pool.onWait((seconds) => waits.labels(pool.state().name).observe(seconds));
};
