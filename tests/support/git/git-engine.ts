/** Opens the Git engine on a data folder, with a real database, and the blob store of that or another data folder. */
import { readConfig, type Config } from "../../../src/cloud/config.ts";
import { openBlocks } from "../../../src/cloud/engines/blocks/open.ts";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import type { Git } from "../../../src/cloud/engines/git/git.ts";
import { openGit } from "../../../src/cloud/engines/git/open.ts";
import { pino } from "pino";
import { testDatabase } from "../database/database.ts";

type Settings = Pick<Config, "DATA_DIR"> & Partial<Pick<Config, "GIT_PRIVATE_HOSTS">>;

export const openTestGit = async (
  settings: Settings,
  database?: Database,
  blobDir = settings.DATA_DIR,
): Promise<Git> => {
  const log = pino({ level: "silent" });
  const used = database ?? (await testDatabase());
  const blocks = await openBlocks(readConfig({ DATA_DIR: blobDir }), used, log);
  return openGit(settings, { database: used, blocks, log });
};
