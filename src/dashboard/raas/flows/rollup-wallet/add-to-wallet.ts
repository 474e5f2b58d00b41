import type { PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import { readProblem } from "../../../chains/evm/read-problem.ts";
import { switchChain } from "../../../chains/evm/switch-chain.ts";
import { rollupNetwork } from "../../../chains/rollup/networks.ts";
import { requestAccount } from "../../../chains/wallets/requests.ts";
import { askToInstall } from "../../../ui/ask-to-install.ts";
import { showProblem } from "../../../ui/states/show-problem.ts";
import { toast } from "../../../ui/toast/toast.ts";
import type { Wallet } from "./wallets.ts";

/** Adds the rollup to a wallet and switches to it (EIP-3085, EIP-3326). Errors are shown with a retry. */
export const addToWallet = async (rollup: PublicRollup, wallet: Wallet | undefined): Promise<void> => {
  if (!wallet?.provider) return askToInstall(wallet);
  try {
    await requestAccount(wallet.provider);
    await switchChain(wallet.provider, rollupNetwork(rollup, location.origin));
    toast(`${wallet.name} is on ${rollup.name}.`);
  } catch (error) {
    if (await showProblem(await readProblem(error))) await addToWallet(rollup, wallet);
  }
};
