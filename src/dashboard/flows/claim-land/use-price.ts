import { useEffect, useState } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { networkOf, networks } from "./wallets.ts";
import { configReady } from "../../api/config.ts";

export interface Price {
  /** US dollars ×1e18 for one coin of the chain; undefined until known. */
  readonly price: bigint | undefined;
  /** Loading failed. */
  readonly failed: boolean;
}

const unknown: Price = { price: undefined, failed: false };

/** The coin's price from the chain's contract, before a wallet is asked. */
export const usePrice = (chain: ChainKey | undefined): Price => {
  const [read, setRead] = useState<Price & { readonly chain: ChainKey }>();
  useEffect(() => {
    if (chain === undefined) return undefined;
    let left = false;
    void readPrice(chain).then(
      (price) => left || setRead({ chain, price, failed: false }),
      () => left || setRead({ chain, price: undefined, failed: true }),
    );
    return () => {
      left = true;
    };
  }, [chain]);
  return read?.chain === chain && read !== undefined ? read : unknown;
};

const readPrice = async (chain: ChainKey): Promise<bigint> => {
  await configReady();
  const recharge = await import("../../chains/evm/recharge.ts");
  return recharge.readPrice(networkOf(chain));
};

/** Chains that accept payments, in the order of the claim menu. */
export const offeredAmong = (order: readonly ChainKey[]): readonly ChainKey[] => {
  const available = new Set(networks().map(({ key }) => key));
  return order.filter((key) => available.has(key));
};
