import { Contract, JsonRpcProvider, Network, type InterfaceAbi } from "ethers";
import type { ContractName } from "../../../../resources/chains/contracts.ts";
import { contractOn, type EvmNetwork } from "./networks.ts";

/** Calls one of the server's contracts by the network's node: no wallet is needed. Throws ethers' errors. */
export const readContract = async <T>(
  network: EvmNetwork,
  name: ContractName,
  abi: InterfaceAbi,
  read: (contract: Contract) => Promise<T>,
): Promise<T> => {
  const bare = new Network(network.key, network.chainId);
  const provider = new JsonRpcProvider(network.rpcUrl, bare, { staticNetwork: bare, cacheTimeout: -1 });
  try {
    return await read(new Contract(contractOn(network, name), abi, provider));
  } finally {
    provider.destroy();
  }
};
