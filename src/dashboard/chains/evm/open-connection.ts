import { requestAccount } from "../wallets/requests.ts";
import type { WalletProvider } from "../wallets/provider.ts";
import type { Connection } from "./connection.ts";
import { moveTo } from "./move-to.ts";
import type { EvmNetwork } from "./networks.ts";
import { probeNetwork } from "./probe-network.ts";

/**
 * Has a wallet connect to the site and switch to a network of this server. Throws the wallet's error or
 * PublicNetworkError.
 */
export const openConnection = async (provider: WalletProvider, network: EvmNetwork): Promise<Connection> => {
  const account = await requestAccount(provider);
  await probeNetwork(provider);
  await moveTo(provider, network);
  const { connectTo } = await import("./connection.ts");
  return connectTo(provider, network, account);
};
