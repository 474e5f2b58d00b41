import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ClientConfig } from "pg";
import type { Config } from "../config.ts";
import { embeddedAddress, startEmbeddedServer } from "../engines/database/embedded/embedded-server.ts";
import { databaseName } from "../engines/database/open.ts";
import { lockDataFolder } from "../engines/disk/instance-lock.ts";

/** Connects to the database of the running instance; if none runs, a server is started for as long as `work` takes. */
export const withDatabase = async <T>(config: Config, work: (connection: ClientConfig) => Promise<T>): Promise<T> => {
  if (config.DATABASE_URL) return work({ connectionString: config.DATABASE_URL });
  const folder = join(config.DATA_DIR, "postgres");
  if (!(await stat(join(folder, "data")).catch(() => undefined)))
    throw new Error(`No database found in ${config.DATA_DIR}.`);
  const lock = await lockDataFolder(config.DATA_DIR).catch(() => undefined);
  if (!lock) return work({ ...(await embeddedAddress(folder)), database: databaseName });
  try {
    const server = await startEmbeddedServer({ folder, binDir: config.PG_BIN_DIR });
    try {
      return await work({ ...server.connection, database: databaseName });
    } finally {
      await server.stop();
    }
  } finally {
    await lock.release();
  }
};
