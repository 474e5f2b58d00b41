import { attempt } from "../../lib/async/attempt.ts";
import { openWalletDirectory, type Wallet } from "./discover.ts";
import { lastWallet } from "./last-wallet.ts";
import { payersAmong } from "./payers.ts";

/** Returns the wallets that support public networks, the sign-in wallet first: all except the built-in one. */
export const findPublicWallets = async (walletType: string | undefined): Promise<readonly Wallet[]> => {
  const directory = openWalletDirectory({ offerDevWallet: false });
  try {
    return payersAmong(directory.wallets(), { key: await attempt(lastWallet), walletType }, { own: false }).wallets;
  } finally {
    directory.close();
  }
};
