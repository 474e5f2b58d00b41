import { walletProbePauseMs, walletProbeTries } from "../../../../resources/chains/limits.ts";
import type { WalletProvider } from "../wallets/provider.ts";
import { currentChainId } from "../wallets/requests.ts";

/** Returns the id of the wallet's network; fails after three attempts. */
export const probeNetwork = async (provider: WalletProvider, pauseMs = walletProbePauseMs): Promise<number> => {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const chainId = await currentChainId(provider);
      if (Number.isSafeInteger(chainId) && chainId > 0) return chainId;
      throw new Error("could not detect network");
    } catch (error) {
      if (attempts >= walletProbeTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
};
