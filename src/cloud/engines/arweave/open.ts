import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Blocks } from "../blocks/blocks.ts";
import type { Database } from "../database/database.ts";
import type { Arweave } from "./arweave.ts";
import type { Owners } from "../../kernel/owners.ts";
import { openRemoteArweave } from "./remote.ts";

/** Opens the devnet's weave, unless ARWEAVE_URL is set. */
export const openArweave = async (
  { ARWEAVE_URL }: Pick<Config, "ARWEAVE_URL">,
  database: Pick<Database, "db">,
  blocks: Blocks,
  owners: Owners,
  log: Logger,
): Promise<Arweave> => {
  if (ARWEAVE_URL !== undefined) return openRemoteArweave(ARWEAVE_URL);
  const { openEmbeddedArweave } = await import("../../devnet/arweave/open.ts");
  return openEmbeddedArweave({ database, blocks, owners, log });
};
