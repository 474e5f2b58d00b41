/** A pool of connections in which nothing waits forever: connecting, queueing, statements, locks and idle transactions have limits. */
import { Pool, type PoolClient, type PoolConfig } from "pg";
import type { Logger } from "pino";
import { prepareMarked } from "./prepared.ts";
import { DatabaseUnavailable, namedByDriver } from "./unavailable.ts";

export interface PoolLimits {
  readonly connections: number;
  /** Callers that may wait for a connection; the next one is refused at once. */
  readonly waiting: number;
  /** For a new connection, or one of the pool's that becomes free. */
  readonly connectMs: number;
  /** 0 for no limit, as for the next two. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** Between two statements of a transaction. */
  readonly idleInTransactionMs: number;
}

/** What /metrics says of a pool. */
export interface PoolState {
  readonly name: string;
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
}

export interface BoundedPool {
  readonly pool: Pool;
  state(): PoolState;
  /** Calls `listener` with the seconds that each caller waited for its connection. */
  onWait(listener: (seconds: number) => void): void;
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

export const createPool = (name: string, config: PoolConfig, limits: PoolLimits, log: Logger): BoundedPool => {
  const pool = new Pool({
    ...config,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    // By a statement and not as parameters of the connection, which poolers between refuse.
    onConnect: (client) => client.query(timeoutsOf(limits)) as unknown as void,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error, pool: name }, "An idle database connection was lost");
  });
  // The same for one that breaks between two queries of a transaction; the next of them is refused.
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
    state: () => ({
      name,
      size: limits.connections,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    onWait: (listener) => {
      waited = listener;
    },
  };
};

const timeoutsOf = ({ statementMs, lockMs, idleInTransactionMs }: PoolLimits): string =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
