import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Encryption } from "../database/encryption.ts";
import type { Evm } from "../evm/evm.ts";
import type { Owners } from "../../kernel/owners.ts";
import { openRemoteRollups } from "./remote/open.ts";
import type { Rollups } from "./rollups.ts";
import { noRollups } from "./none.ts";

export interface RollupsOptions {
  readonly config: Pick<
    Config,
    "DATA_DIR" | "EVM_BLOCK_MS" | "ROLLUP_PROVIDER_URL" | "ROLLUP_PROVIDER_KEY" | "ROLLUP_PAYOUT_SECONDS"
  >;
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly evm: Evm;
  readonly owners: Owners;
  readonly log: Logger;
}

/**
 * Opens the operator's stack if ROLLUP_PROVIDER_URL is set; otherwise local rollups, which need local chains to settle
 * on.
 */
export const openRollups = async ({ config, evm, ...given }: RollupsOptions): Promise<Rollups> => {
  const { ROLLUP_PROVIDER_URL: url, ROLLUP_PROVIDER_KEY: key } = config;
  if (url !== undefined) return openRemoteRollups({ url, key });
  const { faucet } = evm;
  if (!evm.embedded || !faucet) return noRollups();
  const { DATA_DIR: dataDir, EVM_BLOCK_MS: blockMs, ROLLUP_PAYOUT_SECONDS: withdrawPeriod } = config;
  const { openEmbeddedRollups } = await import("../../devnet/rollups/open.ts");
  return openEmbeddedRollups({ ...given, evm: { ...evm, faucet }, dataDir, blockMs, withdrawPeriod });
};
