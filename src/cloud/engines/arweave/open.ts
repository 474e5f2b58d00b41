import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Blocks } from "../blocks/blocks.ts";
import type { Database } from "../database/database.ts";
import type { Arweave } from "./arweave.ts";
import { openEmbeddedArweave } from "./embedded/open.ts";
import { openRemoteArweave } from "./remote.ts";

/** Opens the embedded weave, unless ARWEAVE_URL is set. */
export const openArweave = (
  { ARWEAVE_URL }: Pick<Config, "ARWEAVE_URL">,
  database: Pick<Database, "db">,
  blocks: Blocks,
  log: Logger,
): Arweave =>
  ARWEAVE_URL === undefined ? openEmbeddedArweave({ database, blocks, log }) : openRemoteArweave(ARWEAVE_URL);
