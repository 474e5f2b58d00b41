/**
 * Local chains have the public chains' ids. Before anything is sent, the wallet's own node must prove that it is this
 * server's chain, so that nobody pays on a public chain by mistake.
 */
import { callNode } from "../wallets/node-call.ts";
import type { WalletProvider } from "../wallets/provider.ts";
import { contractOn, type EvmNetwork, type WalletNetwork } from "./networks.ts";
import { PublicNetworkError } from "./problem.ts";

/**
 * Throws PublicNetworkError unless the wallet's node has our genesis block and our contract's code. Public chains pass.
 */
export const assertOwnNetwork = async (provider: WalletProvider, network: EvmNetwork): Promise<void> => {
  if (!network.own) return;
  await assertSameChain(provider, network, contractOn(network, "recharge"));
};

/**
 * Throws PublicNetworkError unless the wallet's node has the network's genesis block and, at `contract`, the same code.
 */
export const assertSameChain = async (
  provider: WalletProvider,
  { rpcUrl }: Pick<WalletNetwork, "rpcUrl">,
  contract: string,
): Promise<void> => {
  const callOurs = (method: string, params: readonly unknown[]) => callNode(rpcUrl, method, params);
  const callTheirs = (method: string, params: readonly unknown[]) => provider.request({ method, params });
  const [expected, actual] = await Promise.all([identify(callOurs, contract), identify(callTheirs, contract)]);
  const isOurs = expected.hash === actual.hash && expected.code === actual.code;
  if (!isOurs || !expected.hash || expected.code === "0x") throw new PublicNetworkError();
};

type CallNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

const identify = async (call: CallNode, contract: string): Promise<{ hash: unknown; code: unknown }> => {
  const [block, code] = await Promise.all([
    call("eth_getBlockByNumber", ["0x0", false]),
    call("eth_getCode", [contract, "latest"]),
  ]);
  return { hash: (block as { hash?: unknown } | null)?.hash, code };
};
