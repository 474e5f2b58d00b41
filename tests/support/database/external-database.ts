/** Runs a database server as an operator would: server processes find it by DATABASE_URL and don't start or stop it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedServer } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { createDatabaseOnce, databaseName } from "../../../src/cloud/engines/database/open.ts";
import { atFileEnd } from "../file-end.ts";
import { prepareDatabase } from "./prepared-database.ts";

export interface ExternalDatabase {
  /** Settings of the processes that use it. */
  readonly settings: Readonly<Record<"DATABASE_URL" | "SECRET_KEY", string>>;
  /** Stops in order; clients are disconnected. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server as `kill -9` does. It restarts automatically. */
  kill(): Promise<void>;
}

/** Stores its data in `postgres` of the folder, like the embedded server. */
export const startExternalDatabase = async (folder: string): Promise<ExternalDatabase> => {
  await prepareDatabase(folder);
  const start = () => startEmbeddedServer({ folder: join(folder, "postgres") });
  let server = await start();
  await createDatabaseOnce(server.connection);
  atFileEnd(() => server.stop());
  const { host, user, password } = server.connection;
  return {
    settings: {
      DATABASE_URL: `postgres://${user}:${password}@/${databaseName}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: "s".repeat(32),
    },
    stop: () => server.stop(),
    start: async () => {
      server = await start();
    },
    kill: async () => void process.kill(await postmasterOf(folder), "SIGKILL"),
  };
};

/** Returns the process of the database server with its data in `postgres` of the folder. */
export const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, "postgres/data/postmaster.pid"), "utf8")).split("\n")[0]);
