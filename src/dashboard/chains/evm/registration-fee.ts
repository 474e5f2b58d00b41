import type { JsonRpcProvider } from "ethers";
import { rechargeAbi } from "../../../../resources/chains/contracts.ts";
import { registrationGas } from "../../../../resources/chains/limits.ts";
import { raised } from "./amounts.ts";
import type { EvmNetwork } from "./networks.ts";
import { readContract } from "./read-contract.ts";

export interface Fee {
  /** In the chain's native coin, ×1e18. */
  readonly wei: bigint;
  /** US dollars ×1e18. */
  readonly usd: bigint;
}

/** Returns what a registration costs at most, at the current gas price. Uses the server's node: no wallet is needed. */
export const registrationFee = (network: EvmNetwork): Promise<Fee> =>
  readContract(network, "recharge", rechargeAbi, async (recharge) => {
    const node = recharge.runner as JsonRpcProvider;
    const [price, gasPrice] = await Promise.all([
      recharge.fetchPrice!() as Promise<bigint>,
      node.send("eth_gasPrice", []) as Promise<string>,
    ]);
    const wei = registrationGas * raised(BigInt(gasPrice));
    return { wei, usd: (wei * price) / 10n ** 18n };
  });
