import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { connectDatabase } from "./connect.ts";
import type { Database } from "./database.ts";
import { startEmbeddedServer } from "./embedded/embedded-server.ts";
import { migrate, type ModuleMigrations } from "./migrate.ts";
import { checkSchema } from "./schema.ts";

/** Name of the embedded server's database. */
export const databaseName = "freehold";

/** Opens the database, at DATABASE_URL or embedded in DATA_DIR, and migrates it. */
export const openDatabase = async (
  config: DatabaseConfig,
  log: Logger,
  ofModules?: ModuleMigrations,
): Promise<Database> => {
  const database = config.DATABASE_URL
    ? connectDatabase({ connectionString: config.DATABASE_URL }, log, limitsOf(config))
    : await openEmbedded(config, log);
  try {
    await migrateWithoutLimits(database, log, ofModules);
    const different = await checkSchema(database.db);
    if (different.length > 0) log.warn({ different }, "The database schema differs from the migrations");
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

type DatabaseConfig = Pick<Config, "DATA_DIR" | "DATABASE_URL" | "PG_BIN_DIR"> &
  Partial<Pick<Config, "DATABASE_CONNECTIONS">>;

const limitsOf = ({ DATABASE_CONNECTIONS: connections }: DatabaseConfig) =>
  connections === undefined ? {} : { connections };

/** Migrates without time limits: a migration may rewrite a large table while other processes wait. */
const migrateWithoutLimits = async (
  { connection }: Database,
  log: Logger,
  ofModules: ModuleMigrations | undefined,
): Promise<void> => {
  const limits = { connections: 1, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const database = connectDatabase(connection, log, limits);
  try {
    await migrate(database.db, undefined, ofModules);
  } finally {
    await database.close();
  }
};

const openEmbedded = async (config: DatabaseConfig, log: Logger): Promise<Database> => {
  const server = await startEmbeddedServer({
    folder: join(config.DATA_DIR, "postgres"),
    binDir: config.PG_BIN_DIR,
    onRestart: (serverLog) =>
      log.error({ serverLog: serverLog.slice(-4000) }, "The database server stopped; restarting it"),
  });
  if (server.sharesUser) {
    log.warn(
      "The database runs as the user nobody, so other services under that user can read its files. Create a system user named freehold-postgres, or start Freehold as a dedicated user",
    );
  }
  await createDatabaseOnce(server.connection);
  const database = connectDatabase({ ...server.connection, database: databaseName }, log, limitsOf(config));
  const close = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  return { ...database, embedded: { dataDir: server.dataDir }, close };
};

/** Creates the instance's database on an embedded server. */
export const createDatabaseOnce = async (connection: ClientConfig): Promise<void> => {
  const client = new Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (!rowCount) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
};
