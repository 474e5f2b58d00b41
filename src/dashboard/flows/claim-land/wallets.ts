/** The wallets that a claim can be paid with, in a real browser. */
import { config, configReady } from "../../api/config.ts";
import { session } from "../../api/session/session.ts";
import { networkNamed, networksOf, type EvmNetwork } from "../../chains/evm/networks.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { findPayers as findPayersOf } from "../../chains/wallets/find-payers.ts";

/** The chains of this cloud, as soon as its configuration is known. */
export const networks = (): readonly EvmNetwork[] => networksOf(config.get(), location.origin);

export const networkOf = (key: string): EvmNetwork => networkNamed(networks(), key);

/** Whether the cloud's chains are its own. */
export const runsOwnChains = (): boolean => networks().some(({ own }) => own);

/** The preferred wallet first. */
export const findPayers = async (): Promise<readonly Wallet[]> => {
  await configReady();
  return findPayersOf(config.get(), session.get().user?.wallet?.walletType);
};
