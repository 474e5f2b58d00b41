import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import { openEmbeddedSolana } from "./embedded/open.ts";
import { openRemoteSolana } from "./remote.ts";
import type { Solana } from "./solana.ts";

/** Opens the local devnet, unless SOLANA_RPC_URL is set. */
export const openSolana = (
  { SOLANA_RPC_URL, SOLANA_VOTE_ACCOUNT }: Pick<Config, "SOLANA_RPC_URL" | "SOLANA_VOTE_ACCOUNT">,
  database: Pick<Database, "db">,
  log: Logger,
): Solana =>
  SOLANA_RPC_URL === undefined
    ? openEmbeddedSolana(database, log, SOLANA_VOTE_ACCOUNT)
    : openRemoteSolana(SOLANA_RPC_URL, SOLANA_VOTE_ACCOUNT);
