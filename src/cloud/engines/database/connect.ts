import { Kysely, PostgresDialect } from "kysely";
import { Pool, types, type PoolConfig } from "pg";
import type { Logger } from "pino";
import type { Database } from "./database.ts";
import { prepareMarked } from "./prepared.ts";
import type { Tables } from "./tables.ts";

const int8Type: unknown = 20;
const connectionsPerProcess = 10;

/** Opens a pool of connections to a running server. int8 columns come back as bigint from this pool, and from this one only. */
export const connectDatabase = (connection: PoolConfig, log: Logger): Database => {
  const pool = new Pool({
    max: connectionsPerProcess,
    ...connection,
    types: {
      getTypeParser: (oid, format) => (oid === int8Type ? BigInt : types.getTypeParser(oid, format)) as never,
    },
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "An idle database connection broke");
  });
  // The same for one that breaks between two queries of a transaction; the next of them is refused.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", prepareMarked);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    connection,
    ping: async () => void (await pool.query("select 1")),
    close: () => db.destroy(),
  };
};
