import { useEffect, useState } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { networkOf, networks } from "./wallets.ts";
import { configReady } from "../../api/config.ts";

export interface Price {
  /** US dollars ×1e18 for one of the chain's coins; undefined while it is not known. */
  readonly price: bigint | undefined;
  /** It could not be read. */
  readonly failed: boolean;
}

const unknown: Price = { price: undefined, failed: false };

/** The coin's price as the chain's own contract tells it, before any wallet is asked. */
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

/** The chains that the cloud is paid on, in the claim menu's order. */
export const offeredAmong = (order: readonly ChainKey[]): readonly ChainKey[] => {
  const here = new Set(networks().map(({ key }) => key));
  return order.filter((key) => here.has(key));
};
