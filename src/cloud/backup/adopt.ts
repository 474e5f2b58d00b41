import { pino } from "pino";
import type { Config } from "../config.ts";
import { adoptStore } from "../engines/blocks/instance.ts";
import { openStore } from "../engines/blocks/open.ts";
import { connectDatabase } from "../engines/database/connect.ts";
import { withDatabase } from "./with-database.ts";

/** Assigns the data folder and blob store to the configured database, regardless of their previous one. */
export const adopt = (config: Config): Promise<{ readonly indexedBlobs: number; readonly store: string }> =>
  withDatabase(config, async (connection) => {
    const database = connectDatabase(connection, pino({ level: "silent" }));
    try {
      const store = await openStore(config);
      return { ...(await adoptStore({ db: database.db, dataDir: config.DATA_DIR, store })), store: store.label };
    } finally {
      await database.close();
    }
  });
