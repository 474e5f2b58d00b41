import { Contract, JsonRpcProvider, Network, Wallet } from "ethers";
import { rechargeAbi } from "../../resources/contracts.ts";
import type { ChainKey } from "../../resources/chains.ts";
import type { RuntimeConfig } from "../../resources/runtime-config.ts";
import { callerOf } from "./api.ts";

const gasLimit = 600_000n;

/** Somebody's wallet pays one coin for LAND of an account, on a chain of a running cloud's own. Resolves once it is in a block. */
export const payIn = async (url: string, key: ChainKey, euid: string): Promise<string> => {
  const { chains } = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const chain = chains.find((candidate) => candidate.key === key)!;
  const network = new Network(key, chain.chainId);
  const provider = new JsonRpcProvider(`${url}${chain.rpcUrl}`, network, {
    staticNetwork: network,
    pollingInterval: 50,
  });
  try {
    const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
    await callerOf(url)("POST /api/resource/faucet", { body: { chain: key, address: wallet.address } });
    const recharge = new Contract(chain.contracts["recharge"]!, rechargeAbi, wallet);
    const sent = (await recharge.getFunction("mintByETH")(euid, { value: 10n ** 18n, gasLimit })) as {
      wait(): Promise<{ hash: string }>;
    };
    return (await sent.wait()).hash;
  } finally {
    provider.destroy();
  }
};
