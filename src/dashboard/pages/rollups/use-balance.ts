import { assets } from "../../../../resources/billing/deposit-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";

/** LAND×1e18 of the team; undefined until it is known, and to members who may not see it. */
export const useBalance = (): bigint | undefined => {
  const allows = useAllows();
  const { data } = useCall(assets, { enabled: allows("list", "deposits") });
  return data && BigInt(data.land);
};
