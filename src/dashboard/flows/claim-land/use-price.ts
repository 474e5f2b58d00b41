import type { ChainKey } from "../../../../resources/chains.ts";
import { configReady } from "../../api/config.ts";
import { useCached } from "../../ui/use-cached.ts";
import { networkOf, networks } from "./wallets.ts";

export interface Price {
  /** US dollars ×1e18 for one coin of the chain; undefined until known. */
  readonly price: bigint | undefined;
  /** Loading failed. */
  readonly failed: boolean;
}

/** The coin's price from the chain's contract, before a wallet is asked. */
export const usePrice = (chain: ChainKey | undefined): Price => {
  const { data: price, error } = useCached({
    queryKey: ["land-price", chain],
    queryFn: async () => {
      await configReady();
      const { readPrice } = await import("../../chains/evm/recharge.ts");
      return readPrice(networkOf(chain!));
    },
    enabled: chain !== undefined,
  });
  return { price, failed: error !== undefined };
};

/** Chains that accept payments, in the order of the claim menu. */
export const offeredAmong = (order: readonly ChainKey[]): readonly ChainKey[] => {
  const available = new Set(networks().map(({ key }) => key));
  return order.filter((key) => available.has(key));
};
