import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Encryption } from "../database/encryption.ts";
import type { CoinPrice, Evm } from "./evm.ts";
import { openKeys } from "./keys.ts";
import type { Owners } from "../../kernel/owners.ts";
import { openRemoteEvm } from "./remote/open.ts";

export interface EvmOptions {
  readonly config: Pick<Config, "DATA_DIR" | "EVM_CHAINS_FILE" | "EVM_SIGNER_KEY_FILE" | "EVM_BLOCK_MS">;
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly coinPrice: CoinPrice;
  readonly owners: Owners;
  readonly log: Logger;
}

/** Opens local chains, unless EVM_CHAINS_FILE lists public ones. Nothing runs before its first use. */
export const openEvm = async ({ config, database, encryption, log, ...given }: EvmOptions): Promise<Evm> => {
  const keys = await openKeys(database.db, encryption, config.EVM_SIGNER_KEY_FILE);
  if (config.EVM_CHAINS_FILE !== undefined) return openRemoteEvm(config.EVM_CHAINS_FILE, keys, log);
  const { DATA_DIR: dataDir, EVM_BLOCK_MS: blockMs } = config;
  const { openEmbeddedEvm } = await import("../../devnet/evm/open.ts");
  return openEmbeddedEvm({ ...given, database, keys, dataDir, blockMs, log });
};
