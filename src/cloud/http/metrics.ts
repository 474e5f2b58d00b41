/** Collects metrics of the process, its requests, connections and jobs, and detects stalls. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { AppError } from "../app-error.ts";
import type { Config } from "../config.ts";
import type { Blocks } from "../engines/blocks/blocks.ts";
import type { Database } from "../engines/database/database.ts";
import type { PoolState } from "../engines/database/pool.ts";
import type { Jobs } from "../engines/jobs/jobs.ts";
import type { DutyState, Scheduler } from "../kernel/duties.ts";
import { repeat } from "../kernel/repeat.ts";
import type { ConnectionLimits } from "./connection-limits.ts";
import type { UnderWay } from "./under-way.ts";

/** Verification state of stored content. */
export interface BlobFigures {
  verifiedBytes(): number;
  soundness: Blocks["soundness"];
}

interface MetricsDeps {
  readonly config: Pick<Config, "HOST" | "PUBLIC_URL" | "METRICS_TOKEN">;
  readonly underWay: UnderWay;
  readonly limits: Pick<ConnectionLimits, "counts">;
  readonly database: Pick<Database, "pools">;
  readonly jobs?: Pick<Jobs, "counts">;
  readonly blobs?: BlobFigures;
  readonly duties?: Pick<Scheduler, "states">;
}

const bucketsSeconds = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const stallMs = 500;
const tickMs = 100;

/** Registers /metrics in Prometheus's text format. Requires METRICS_TOKEN on a public server. */
export const registerMetrics = (
  app: FastifyInstance,
  { config, underWay, limits, database, jobs, blobs, duties }: MetricsDeps,
): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Request duration.",
    labelNames: ["method", "route", "status"] as const,
    buckets: bucketsSeconds,
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers: [registry], collect: () => made.set(read()) });
  };
  gauge("http_requests_under_way", "Requests in progress.", underWay.count);
  gauge("http_open_connections", "Open TCP connections.", () => limits.counts().connections);
  gauge("http_open_websockets", "Open WebSockets.", () => limits.counts().sockets);
  if (jobs) {
    const queued: Gauge = new Gauge({
      name: "jobs",
      help: "Unfinished jobs, by queue and state.",
      labelNames: ["queue", "state"],
      registers: [registry],
      async collect() {
        // While the database is unavailable, the other metrics matter even more.
        const counts = await jobs.counts().catch(() => []);
        queued.reset();
        for (const { queue, state, count } of counts) queued.labels(queue, state).set(count);
      },
    });
  }
  measurePools(registry, database);
  if (blobs) measureBlobs(registry, blobs);
  if (duties) measureDuties(registry, duties);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    if (!canRead(config, request.headers.authorization)) throw new AppError("UNAUTHORIZED");
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

const canRead = ({ HOST, PUBLIC_URL, METRICS_TOKEN }: MetricsDeps["config"], authorization = ""): boolean => {
  if (METRICS_TOKEN === undefined) return PUBLIC_URL === undefined && isLoopback(HOST);
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization.replace(/^Bearer +/i, "")), digest(METRICS_TOKEN));
};

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.");

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
    buckets: bucketsSeconds,
    registers: [registry],
  });
  for (const pool of pools) pool.onWait((seconds) => waits.labels(pool.state().name).observe(seconds));
};
