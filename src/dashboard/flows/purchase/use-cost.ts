import { useEffect, useState } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { configReady } from "../../api/config.ts";
import type { Cost, Wish } from "../../chains/evm/purchase.ts";
import { problemOf, purchaseNetwork } from "./browser-effects.ts";

interface Asked {
  readonly cost?: Cost;
  /** Why the contract returned no price. */
  readonly problem?: string;
}

/** Delay, so that the chain is not asked for each digit. */
const settledMs = 250;

/** Price of a selection from the chain's contract; undefined until loaded. */
export const useCost = (chain: ChainKey | undefined, wish: Wish | undefined): Asked => {
  const { resource, amount, until } = wish ?? {};
  const key = [chain, resource, amount, until].join(" ");
  const [read, setRead] = useState<Asked & { readonly key: string }>();
  useEffect(() => {
    if (chain === undefined || resource === undefined || amount === undefined || until === undefined) return undefined;
    let left = false;
    const ask = async (): Promise<void> => {
      const answer = await costOn(chain, { resource, amount, until });
      if (!left) setRead({ key, ...answer });
    };
    const timer = setTimeout(() => void ask(), settledMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [key, chain, resource, amount, until]);
  return read?.key === key ? read : {};
};

const costOn = async (chain: ChainKey, wish: Wish): Promise<Asked> => {
  try {
    await configReady();
    const { readCost } = await import("../../chains/evm/purchase.ts");
    return { cost: await readCost(purchaseNetwork(chain), wish) };
  } catch (error) {
    return { problem: (await problemOf(error)).message };
  }
};
