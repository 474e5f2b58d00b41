/**
 * Has the wallet that owns a name set its record on the name service's chain, which is public even if the server runs
 * local chains.
 */
import { chainOf, type Chain, type ChainKey } from "../../../../../resources/chains/chains.ts";
import type { NameSetting } from "../../../../../resources/hosting/domains/name-services.ts";
import { session } from "../../../api/session/session.ts";
import { moveTo } from "../../../chains/evm/move-to.ts";
import type { EvmNetwork } from "../../../chains/evm/networks.ts";
import { readProblem } from "../../../chains/evm/read-problem.ts";
import { findPublicWallets } from "../../../chains/wallets/find-public-wallets.ts";
import type { WalletProvider } from "../../../chains/wallets/provider.ts";
import { requestAccount } from "../../../chains/wallets/requests.ts";
import { askToInstall } from "../../../ui/ask-to-install.ts";
import { showProblem } from "../../../ui/states/show-problem.ts";

/** Resolves once the record is on-chain; to false without a wallet or on failure, and the user has been told. */
export const setNameRecord = async (chain: ChainKey, setting: NameSetting): Promise<boolean> => {
  const [wallet] = await findPublicWallets(session.get().user?.wallet?.walletType);
  if (!wallet?.provider) {
    await askToInstall(wallet);
    return false;
  }
  try {
    await send(wallet.provider, networkOf(chain, setting), setting);
    return true;
  } catch (error) {
    const shouldRetry = await showProblem(await readProblem(error));
    return shouldRetry ? setNameRecord(chain, setting) : false;
  }
};

/** Returns the network, without any of the server's contracts. */
const networkOf = (key: ChainKey, { chainId }: NameSetting): EvmNetwork => {
  const chain: Chain = chainOf(key)!;
  return { key, chain, chainId, rpcUrl: chain.publicRpc, contracts: {}, own: false };
};

const send = async (provider: WalletProvider, network: EvmNetwork, { to, data, registry }: NameSetting) => {
  const address = await requestAccount(provider);
  await moveTo(provider, network);
  // The server's local chains have public ids: a wallet on one of them finds no registry there.
  const code = await provider.request({ method: "eth_getCode", params: [registry, "latest"] });
  if (typeof code !== "string" || code === "0x") throw new Error(elsewhere);
  const [{ connectTo }, { sendRaised, waitForReceipt }] = await Promise.all([
    import("../../../chains/evm/connection.ts"),
    import("../../../chains/evm/send-raised.ts"),
  ]);
  const connection = await connectTo(provider, network, address);
  await waitForReceipt(connection, await sendRaised(connection, { to, data }));
};

const elsewhere =
  "Your wallet's network doesn't have this name service. Switch your wallet to the public network with the same chain ID.";
