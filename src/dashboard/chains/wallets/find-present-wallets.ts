import { attempt } from "../../lib/async/attempt.ts";
import { openWalletDirectory, type Wallet } from "./discover.ts";
import { lastWallet } from "./last-wallet.ts";

/**
 * Returns the installed wallets, the one of the last sign-in first, without prompting them. `offerDevWallet` as in the
 * directory.
 */
export const findPresentWallets = async (options: { readonly offerDevWallet: boolean }): Promise<readonly Wallet[]> => {
  const directory = openWalletDirectory(options);
  try {
    const present = directory.wallets().filter(({ provider }) => provider);
    const last = await attempt(lastWallet);
    return [...present].sort((one, other) => Number(other.key === last) - Number(one.key === last));
  } finally {
    directory.close();
  }
};
