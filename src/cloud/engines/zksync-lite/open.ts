import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import { openEmbeddedZkSyncLite } from "./embedded/open.ts";
import { openRemoteZkSyncLite } from "./remote.ts";
import type { ZkSyncLite } from "./zksync-lite.ts";

/** Opens the local ledger, unless ZKSYNC_LITE_URL is set. */
export const openZkSyncLite = (
  { ZKSYNC_LITE_URL }: Pick<Config, "ZKSYNC_LITE_URL">,
  database: Pick<Database, "db">,
  log: Logger,
): ZkSyncLite =>
  ZKSYNC_LITE_URL === undefined ? openEmbeddedZkSyncLite(database, log) : openRemoteZkSyncLite(ZKSYNC_LITE_URL);
