import type { Genesis } from "../evm/mirror.ts";
import { addressesOf, contractsOf } from "./keys.ts";
import type { RollupRow } from "./rows.ts";

/** Initial balance of the sequencer, the faucet and the bridge each, in wei: a billion coins. */
const balance = 10n ** 27n;

/** Returns a rollup's genesis. */
export const genesisOf = (row: Pick<RollupRow, "addresses" | "genesis_at">): Genesis => {
  const { sequencer, faucet } = addressesOf(row);
  return { at: Number(row.genesis_at), funded: [sequencer, faucet, contractsOf(row).bridge], balance };
};
