import { config, configReady } from "../../../api/config.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { findPresentWallets } from "../../../chains/wallets/find-present-wallets.ts";

export type { Wallet };

/** Finds the wallets of this browser, signed in or not. */
export const findWallets = async (): Promise<readonly Wallet[]> => {
  await configReady();
  return findPresentWallets({ offerDevWallet: config.get().features.devWallet });
};
