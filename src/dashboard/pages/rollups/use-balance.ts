import { assets } from "../../../../resources/billing/deposit-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";

/** Returns the team's balance in LAND×1e18. Undefined while loading or without access. */
export const useBalance = (): bigint | undefined => {
  const allows = useAllows();
  const { data } = useCall(assets, { enabled: allows("list", "deposits") });
  return data && BigInt(data.land);
};
