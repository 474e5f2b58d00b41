/** A connection pool with limits on everything: connecting, queueing, statements, locks and idle transactions. */
import { Pool, type PoolClient, type PoolConfig } from "pg";
import type { Logger } from "pino";
import { prepareMarked } from "./prepared.ts";
import { DatabaseUnavailable, namedByDriver } from "./unavailable.ts";

export interface PoolLimits {
  readonly connections: number;
  /** Maximum number of callers waiting for a connection; further ones are rejected immediately. */
  readonly waiting: number;
  /** Limit for a new connection or a wait for a free one. */
  readonly connectMs: number;
  /** 0 for no limit; same for the next two. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** Limit between two statements of a transaction. */
  readonly idleInTransactionMs: number;
}

/** A pool's state for /metrics. */
export interface PoolState {
  readonly name: string;
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
}

export type BoundedPool = ReturnType<typeof createPool>;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

export const createPool = (name: string, config: PoolConfig, limits: PoolLimits, log: Logger) => {
  const pool = new Pool({
    ...config,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    // Set by a statement instead of connection parameters, which some poolers reject.
    onConnect: (client) => client.query(timeoutsOf(limits)) as unknown as void,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error, pool: name }, "An idle database connection was lost");
  });
  // Same for a connection that breaks between two queries of a transaction; the next query fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", prepareMarked);

  let waited: (seconds: number) => void = () => undefined;
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const bounded = (connected: Connected): void => {
    if (pool.waitingCount >= limits.waiting) {
      const refused = new DatabaseUnavailable("busy", "Too many requests are waiting for a database connection.");
      return connected(refused, undefined, () => undefined);
    }
    const startedAt = performance.now();
    connect((error, client, release) => {
      waited((performance.now() - startedAt) / 1000);
      connected(error && (namedByDriver(error) as Error), client, release);
    });
  };
  pool.connect = ((connected?: Connected) => {
    if (connected) return bounded(connected);
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
    bounded((error, client) => (error ? reject(error) : resolve(client!)));
    return promise;
  }) as Pool["connect"];

  return {
    pool,
    state: (): PoolState => ({
      name,
      size: limits.connections,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** Calls `listener` with each caller's wait for a connection, in seconds. */
    onWait: (listener: (seconds: number) => void): void => {
      waited = listener;
    },
  };
};

const timeoutsOf = ({ statementMs, lockMs, idleInTransactionMs }: PoolLimits): string =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
