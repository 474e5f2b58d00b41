/** Wallets that can pay for a claim, in a real browser. */
import { config, configReady } from "../../../api/config.ts";
import { session } from "../../../api/session/session.ts";
import { networkNamed, networksOf, type EvmNetwork } from "../../evm/networks.ts";
import { findPayers as findPayersOf } from "../../wallets/find-payers.ts";
import type { Payers } from "../../wallets/payers.ts";

/** The configured chains, once the configuration is loaded. */
export const networks = (): readonly EvmNetwork[] => networksOf(config.get(), location.origin);

export const networkOf = (key: string): EvmNetwork => networkNamed(networks(), key);

/** Whether the chains are local devnets. */
export const runsOwnChains = (): boolean => networks().some(({ own }) => own);

export const findPayers = async (): Promise<Payers> => {
  await configReady();
  return findPayersOf(config.get(), session.get().user?.wallet?.walletType);
};
