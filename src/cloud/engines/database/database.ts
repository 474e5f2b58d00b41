/** The database engine: an embedded PostgreSQL from npm, or any PostgreSQL ≥ 15 by DATABASE_URL. */
import type { Kysely, Transaction } from "kysely";
import type { Pool, PoolConfig } from "pg";
import type { BoundedPool } from "./pool.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  /** For statements that the query builder is not made for; the same connections as those of `db`. */
  readonly pool: Pick<Pool, "connect" | "query">;
  /** What /metrics shows. */
  readonly pools: readonly Pick<BoundedPool, "state" | "onWait">[];
  /** How other clients of the same database (the job queue) connect. */
  readonly connection: PoolConfig;
  /** Where an online backup is read from: the embedded server's folder; absent when the server is someone else's. */
  readonly embedded?: { readonly dataDir: string };
  /** Throws if the database doesn't answer; uses a separate connection. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
