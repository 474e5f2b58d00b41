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

/** A request is better refused than kept waiting: its caller tries again. */
const forRequests = {
  connections: 10,
  waiting: 300,
  connectMs: 10_000,
  statementMs: minuteMs,
  lockMs: 20_000,
  idleInTransactionMs: minuteMs,
};
/** Duties and jobs wait their turn; audits and sweeps read whole tables. */
const forBackground = {
  connections: 5,
  waiting: Number.POSITIVE_INFINITY,
  connectMs: minuteMs,
  statementMs: 15 * minuteMs,
  lockMs: minuteMs,
  idleInTransactionMs: 5 * minuteMs,
};
/** Answers /readyz while all others are busy. */
const forReadiness = { ...forRequests, connections: 1, connectMs: 2000, statementMs: 2000, lockMs: 2000 };

/**
 * Opens pools of connections to a running server: of requests, of background work, and one connection for readiness. int8 columns come
 * back as bigint from these pools, and from these only. `limits` are those of requests.
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
    // A connection that broke in the hands of its user is never given back: what ends the process must not wait for it.
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
