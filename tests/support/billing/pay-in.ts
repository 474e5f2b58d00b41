import { setTimeout as delay } from "node:timers/promises";
import { Contract, JsonRpcProvider, Network, Wallet, type TransactionReceipt } from "ethers";
import { rechargeAbi } from "../../../resources/chains/contracts.ts";
import type { ChainKey } from "../../../resources/chains/chains.ts";
import type { RuntimeConfig } from "../../../resources/runtime-config.ts";
import { callerOf } from "../server/api.ts";

const gasLimit = 600_000n;
const pollMs = 50;

/**
 * Pays one coin from a new wallet for an account's LAND, on a local chain of a running server. Resolves once it is
 * mined; throws if it was reverted.
 */
export const payIn = async (url: string, key: ChainKey, euid: string): Promise<string> => {
  const { chains } = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const chain = chains.find((candidate) => candidate.key === key)!;
  const network = new Network(key, chain.chainId);
  const provider = new JsonRpcProvider(`${url}${chain.rpcUrl}`, network, {
    staticNetwork: network,
    pollingInterval: pollMs,
  });
  try {
    const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
    await callerOf(url)("POST /api/resource/faucet", { body: { chain: key, address: wallet.address } });
    const recharge = new Contract(chain.contracts["recharge"]!, rechargeAbi, wallet);
    const sent = (await recharge.getFunction("mintByETH")(euid, { value: 10n ** 18n, gasLimit })) as {
      hash: string;
    };
    // Not `wait()`, which would keep polling after a failure has destroyed the provider.
    let receipt: TransactionReceipt | null;
    while (!(receipt = await provider.getTransactionReceipt(sent.hash))) await delay(pollMs);
    if (receipt.status !== 1) throw new Error(`The payment ${sent.hash} was reverted.`);
    return sent.hash;
  } finally {
    provider.destroy();
  }
};
