import { config, configReady } from "../../api/config.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { findPresentWallets } from "../../chains/wallets/find-present-wallets.ts";

export type { Wallet };

/** The wallets of this browser, for anybody, signed in or not. */
export const findWallets = async (): Promise<readonly Wallet[]> => {
  await configReady();
  return findPresentWallets({ offerDevWallet: config.get().features.devWallet });
};
