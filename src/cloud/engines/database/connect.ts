import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { types, type Pool, type PoolClient, type PoolConfig } from "pg";
import type { Logger } from "pino";
import { currentLane } from "./background.ts";
import type { Database } from "./database.ts";
import { createPool, type PoolLimits } from "./pool.ts";
import type { Tables } from "./tables.ts";

const int8Type: unknown = 20;
const minuteMs = 60_000;
const endPatienceMs = 3000;

/** Rejecting a request is better than letting it wait: its caller retries. */
const forRequests = {
  connections: 10,
  waiting: 300,
  connectMs: 10_000,
  statementMs: minuteMs,
  lockMs: 20_000,
  idleInTransactionMs: minuteMs,
};
/** Duties and jobs can wait; audits and sweeps read whole tables. */
const forBackground = {
  connections: 5,
  waiting: Number.POSITIVE_INFINITY,
  connectMs: minuteMs,
  statementMs: 15 * minuteMs,
  lockMs: minuteMs,
  idleInTransactionMs: 5 * minuteMs,
};
/** Serves /readyz while all other connections are busy. */
const forReadiness = { ...forRequests, connections: 1, connectMs: 2000, statementMs: 2000, lockMs: 2000 };

/**
 * Opens connection pools to a running server: for requests, for background work, and one connection for readiness. Only
 * these pools return int8 columns as bigint. `limits` apply to requests.
 */
export const connectDatabase = (connection: PoolConfig, log: Logger, limits: Partial<PoolLimits> = {}): Database => {
  const config: PoolConfig = {
    ...connection,
    types: {
      getTypeParser: (oid, format) => (oid === int8Type ? BigInt : types.getTypeParser(oid, format)) as never,
    },
  };
  const requests = createPool("requests", config, { ...forRequests, ...limits }, log);
  const background = createPool("background", config, forBackground, log);
  const readiness = createPool("readiness", config, forReadiness, log);
  const pools = [requests, background, readiness];
  const current = (): Pool => (currentLane() ? background : requests).pool;
  const pool = {
    connect: (): Promise<PoolClient> => current().connect(),
    query: ((...args: Parameters<Pool["query"]>) => current().query(...args)) as Pool["query"],
    // A connection that broke during use is never returned, so shutdown must not wait for it.
    end: (): Promise<void> =>
      Promise.race([
        Promise.all(pools.map(({ pool: each }) => each.end())).then(() => undefined),
        delay(endPatienceMs, undefined, { ref: false }),
      ]),
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as Pool }) });
  return {
    db,
    pool,
    pools,
    connection,
    ping: async () => void (await readiness.pool.query("select 1")),
    close: async () => {
      await db.destroy();
      // The query builder ends the pools only if it was used.
      if (!requests.pool.ending) await pool.end();
    },
  };
};
