import { useEffect, useState } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { configReady } from "../../api/config.ts";
import type { Cost, PurchaseSelection } from "../../chains/evm/purchase.ts";
import { problemOf, purchaseNetwork } from "./browser-effects.ts";

interface CostState {
  readonly cost?: Cost;
  /** Why the contract returned no price. */
  readonly problem?: string;
}

/** Delay, so that the chain is not asked for each digit. */
const settledMs = 250;

/** Price of a selection from the chain's contract; undefined until loaded. */
export const useCost = (chain: ChainKey | undefined, selection: PurchaseSelection | undefined): CostState => {
  const { resource, amount, until } = selection ?? {};
  const key = [chain, resource, amount, until].join(" ");
  const [read, setRead] = useState<CostState & { readonly key: string }>();
  useEffect(() => {
    if (chain === undefined || resource === undefined || amount === undefined || until === undefined) return undefined;
    let left = false;
    const load = async (): Promise<void> => {
      const answer = await costOn(chain, { resource, amount, until });
      if (!left) setRead({ key, ...answer });
    };
    const timer = setTimeout(() => void load(), settledMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [key, chain, resource, amount, until]);
  return read?.key === key ? read : {};
};

const costOn = async (chain: ChainKey, selection: PurchaseSelection): Promise<CostState> => {
  try {
    await configReady();
    const { readCost } = await import("../../chains/evm/purchase.ts");
    return { cost: await readCost(purchaseNetwork(chain), selection) };
  } catch (error) {
    return { problem: (await problemOf(error)).message };
  }
};
