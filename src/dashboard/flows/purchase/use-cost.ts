import type { ChainKey } from "../../../../resources/chains.ts";
import { configReady } from "../../api/config.ts";
import type { Cost, PurchaseSelection } from "../../chains/evm/purchase.ts";
import { useCached } from "../../ui/use-cached.ts";
import { problemOf, purchaseNetwork } from "./browser-effects.ts";

interface CostState {
  readonly cost: Cost | undefined;
  /** Why the contract returned no price. */
  readonly problem: string | undefined;
}

/** Delay, so that the chain is not asked for each digit. */
const settledMs = 250;

/** Price of a selection from the chain's contract; undefined until loaded. */
export const useCost = (chain: ChainKey | undefined, selection: PurchaseSelection | undefined): CostState => {
  const { resource, amount, until } = selection ?? {};
  const { data: cost, error } = useCached({
    queryKey: ["purchase-cost", chain, resource, String(amount), String(until)],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => {
        setTimeout(resolve, settledMs);
      });
      signal.throwIfAborted();
      return costOn(chain!, selection!);
    },
    enabled: chain !== undefined && selection !== undefined,
  });
  return { cost, problem: error?.message };
};

const costOn = async (chain: ChainKey, selection: PurchaseSelection): Promise<Cost> => {
  try {
    await configReady();
    const { readCost } = await import("../../chains/evm/purchase.ts");
    return await readCost(purchaseNetwork(chain), selection);
  } catch (error) {
    throw new Error((await problemOf(error)).message, { cause: error });
  }
};
