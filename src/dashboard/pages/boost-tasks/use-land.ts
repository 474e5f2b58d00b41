import { nodeLand } from "../../../../resources/boost/land-calls.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";

/** LAND ×1e18 that the node's own team can spend; undefined while it is not known. */
export const useLand = (): { readonly land: bigint | undefined; readonly reload: () => void } => {
  const { value, reload } = useBoost(nodeLand);
  return { land: value && BigInt(value.land), reload };
};
