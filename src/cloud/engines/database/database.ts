/** The database engine: an embedded PostgreSQL from npm, or any PostgreSQL ≥ 15 by DATABASE_URL. */
import type { Kysely, Transaction } from "kysely";
import type { Pool, PoolConfig } from "pg";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  /** How other clients of the same database (the job queue) connect. */
  readonly connection: PoolConfig;
  /** Where an online back-up is read from: the embedded server's folder; absent when the server is someone else's. */
  readonly embedded?: { readonly dataDir: string };
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
