import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { connectDatabase } from "./connect.ts";
import type { Database } from "./database.ts";
import { startEmbeddedServer } from "./embedded/embedded-server.ts";
import { migrate } from "./migrate.ts";

/** Name of the embedded server's database. */
export const databaseName = "freehold";

/** Opens the database, at DATABASE_URL or embedded in DATA_DIR, and brings its tables up to date. */
export const openDatabase = async (
  config: Pick<Config, "DATA_DIR" | "DATABASE_URL" | "PG_BIN_DIR">,
  log: Logger,
): Promise<Database> => {
  const database = config.DATABASE_URL
    ? connectDatabase({ connectionString: config.DATABASE_URL }, log)
    : await openEmbedded(config, log);
  try {
    await migrate(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

const openEmbedded = async (config: Pick<Config, "DATA_DIR" | "PG_BIN_DIR">, log: Logger): Promise<Database> => {
  const server = await startEmbeddedServer({
    folder: join(config.DATA_DIR, "postgres"),
    binDir: config.PG_BIN_DIR,
    onRestart: (serverLog) =>
      log.error({ serverLog: serverLog.slice(-4000) }, "The database server ended; starting it again"),
  });
  await createDatabaseOnce(server.connection);
  const database = connectDatabase({ ...server.connection, database: databaseName }, log);
  const close = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  return { ...database, embedded: { dataDir: server.dataDir }, close };
};

const createDatabaseOnce = async (connection: ClientConfig): Promise<void> => {
  const client = new Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (!rowCount) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
};
