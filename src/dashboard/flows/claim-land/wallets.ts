/** The wallets that a claim can be paid with, in a real browser. */
import { config, configReady } from "../../api/config.ts";
import { session } from "../../api/session/session.ts";
import { networksOf, type EvmNetwork } from "../../chains/evm/networks.ts";
import { assertOwnNetwork } from "../../chains/evm/own-network.ts";
import { probeNetwork } from "../../chains/evm/probe-network.ts";
import { openWalletDirectory, type Wallet } from "../../chains/wallets/discover.ts";
import { lastWallet } from "../../chains/wallets/last-wallet.ts";
import { devWalletType, payersAmong } from "../../chains/wallets/payers.ts";
import { attempt } from "../../lib/attempt.ts";

/** The chains of this cloud, as soon as its configuration is known. */
export const networks = (): readonly EvmNetwork[] => networksOf(config.get(), location.origin);

export const networkOf = (key: string): EvmNetwork => {
  const found = networks().find((network) => network.key === key);
  if (found) return found;
  throw new Error("This cloud takes no payments on that chain.");
};

/** Whether the cloud's chains are its own. */
export const runsOwnChains = (): boolean => networks().some(({ own }) => own);

/** The preferred wallet first. Asks nobody anything: wallets are only looked at. */
export const findPayers = async (): Promise<readonly Wallet[]> => {
  await configReady();
  const own = runsOwnChains();
  const directory = openWalletDirectory({ offerDevWallet: config.get().features.devWallet });
  try {
    const wallets = directory.wallets();
    const key = await attempt(lastWallet);
    const walletType = session.get().user?.wallet.walletType;
    const proven = own ? await provenAmong(wallets) : [];
    return payersAmong(wallets, { key, walletType }, { own, proven });
  } finally {
    directory.close();
  }
};

/** Those whose own node is this cloud's, on the network they stand on now. */
const provenAmong = async (wallets: readonly Wallet[]): Promise<readonly Wallet[]> => {
  const proven = await Promise.all(
    wallets.map(async (wallet) => (wallet.walletType !== devWalletType && (await isProven(wallet)) ? [wallet] : [])),
  );
  return proven.flat();
};

const isProven = async ({ provider }: Wallet): Promise<boolean> => {
  if (!provider) return false;
  const proven = await attempt(async () => {
    const chainId = await probeNetwork(provider);
    const network = networks().find((candidate) => candidate.chainId === chainId);
    if (!network) return false;
    await assertOwnNetwork(provider, network);
    return true;
  });
  return proven === true;
};
