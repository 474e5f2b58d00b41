import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Owners } from "../../kernel/owners.ts";
import { openRemoteZkSyncLite } from "./remote.ts";
import type { ZkSyncLite } from "./zksync-lite.ts";

/** Opens the local ledger, unless ZKSYNC_LITE_URL is set. */
export const openZkSyncLite = async (
  { ZKSYNC_LITE_URL }: Pick<Config, "ZKSYNC_LITE_URL">,
  database: Pick<Database, "db">,
  owners: Owners,
  log: Logger,
): Promise<ZkSyncLite> => {
  if (ZKSYNC_LITE_URL !== undefined) return openRemoteZkSyncLite(ZKSYNC_LITE_URL);
  const { openEmbeddedZkSyncLite } = await import("../../devnet/zksync-lite/open.ts");
  return openEmbeddedZkSyncLite(database, owners, log);
};
