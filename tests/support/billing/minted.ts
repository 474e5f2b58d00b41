import { Contract, JsonRpcProvider, Network } from "ethers";
import type { ChainKey } from "../../../resources/chains/chains.ts";
import { rechargeAbi } from "../../../resources/chains/contracts.ts";
import type { RuntimeConfig } from "../../../resources/runtime-config.ts";

/** Returns the LAND ×1e18 that a running server's chain has minted for an account, queried like any client. */
export const mintedOn = async (url: string, key: ChainKey, euid: string): Promise<bigint> => {
  const { chains } = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const chain = chains.find((candidate) => candidate.key === key)!;
  const bare = new Network(key, chain.chainId);
  const provider = new JsonRpcProvider(`${url}${chain.rpcUrl}`, bare, { staticNetwork: bare });
  try {
    const recharge = new Contract(chain.contracts["recharge"]!, rechargeAbi, provider);
    return (await recharge.minted!(euid)) as bigint;
  } finally {
    provider.destroy();
  }
};
