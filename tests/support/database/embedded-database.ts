import { join } from "node:path";
import { Client } from "pg";
import { embeddedAddress } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../../../src/cloud/engines/database/open.ts";

/** Queries the database of a server that runs in a separate process. */
export const withEmbeddedDatabase = async <T>(dataDir: string, use: (database: Client) => Promise<T>): Promise<T> => {
  const address = await embeddedAddress(join(dataDir, "postgres"));
  const database = new Client({ ...address, database: databaseName });
  await database.connect();
  try {
    return await use(database);
  } finally {
    await database.end();
  }
};
