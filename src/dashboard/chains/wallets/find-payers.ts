import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";
import { attempt } from "../../lib/async/attempt.ts";
import { networksOf, type EvmNetwork } from "../evm/networks.ts";
import { assertOwnNetwork } from "../evm/own-network.ts";
import { probeNetwork } from "../evm/probe-network.ts";
import { openWalletDirectory, type Wallet } from "./discover.ts";
import { lastWallet } from "./last-wallet.ts";
import { devWalletType, payersAmong, type Payers } from "./payers.ts";

/**
 * Finds the wallets of this browser that can pay on this instance's chains, the sign-in wallet first. `walletType`: the
 * server's value for the user's wallet. No wallet is prompted.
 */
export const findPayers = async (
  config: Pick<RuntimeConfig, "chains" | "features">,
  walletType: string | undefined,
): Promise<Payers> => {
  const networks = networksOf(config, location.origin);
  const own = networks.some((network) => network.own);
  const directory = openWalletDirectory({ offerDevWallet: config.features.devWallet });
  try {
    const wallets = directory.wallets();
    const key = await attempt(lastWallet);
    const proven = own ? await provenAmong(wallets, networks) : [];
    return payersAmong(wallets, { key, walletType }, { own, proven });
  } finally {
    directory.close();
  }
};

/** Returns the wallets whose own node is this server's, on their current network. */
const provenAmong = async (wallets: readonly Wallet[], networks: readonly EvmNetwork[]): Promise<readonly Wallet[]> => {
  const proven = await Promise.all(
    wallets.map(async (wallet) =>
      wallet.walletType !== devWalletType && (await isProven(wallet, networks)) ? [wallet] : [],
    ),
  );
  return proven.flat();
};

const isProven = async ({ provider }: Wallet, networks: readonly EvmNetwork[]): Promise<boolean> => {
  if (!provider) return false;
  const proven = await attempt(async () => {
    const chainId = await probeNetwork(provider);
    const network = networks.find((candidate) => candidate.chainId === chainId);
    if (!network) return false;
    await assertOwnNetwork(provider, network);
    return true;
  });
  return proven === true;
};
