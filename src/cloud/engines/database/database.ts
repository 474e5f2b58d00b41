/** The database engine: an embedded PostgreSQL from npm, or any PostgreSQL ≥ 15 at DATABASE_URL. */
import type { Kysely, Transaction } from "kysely";
import type { Pool, PoolConfig } from "pg";
import type { BoundedPool } from "./pool.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  /** For statements outside the query builder; uses the same connections as `db`. */
  readonly pool: Pick<Pool, "connect" | "query">;
  /** Pools for /metrics. */
  readonly pools: readonly Pick<BoundedPool, "state" | "onWait">[];
  /** Connection settings for other clients of the same database, such as the job queue. */
  readonly connection: PoolConfig;
  /** The embedded server's folder, for online backups; absent with an external server. */
  readonly embedded?: { readonly dataDir: string };
  /** Throws if the database doesn't answer; uses a separate connection. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
