import { nodeLand } from "../../../../resources/boost/land-calls.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";

/** Loads the LAND balance of the node's team, ×1e18. Undefined while loading. */
export const useLand = (): { readonly land: bigint | undefined; readonly reload: () => void } => {
  const { value, reload } = useBoost(nodeLand);
  return { land: value && BigInt(value.land), reload };
};
