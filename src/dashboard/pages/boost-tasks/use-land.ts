import { useState } from "react";
import { nodeLand } from "../../../../resources/boost/land-calls.ts";
import { meaningOf } from "../../../../resources/error-meaning.ts";
import { toastProblem } from "../../flows/boost/boost-toast.ts";
import { useCall } from "../../framework/data/use-call.ts";

export interface Land {
  /** The LAND balance of the node's team, ×1e18. Undefined while loading. */
  readonly land: bigint | undefined;
  /** Whether the last purchase failed for insufficient LAND. */
  readonly isShort: boolean;
  readonly reload: () => void;
  /** Shows why a purchase failed. */
  readonly onError: (error: Error) => true;
}

/** Loads the LAND balance that purchases are paid from. */
export const useLand = (): Land => {
  const { data, reload } = useCall(nodeLand);
  const [isShort, setShort] = useState(false);
  return {
    land: data && BigInt(data.land),
    isShort,
    reload: () => {
      setShort(false);
      reload();
    },
    onError: (error) => {
      setShort(meaningOf(error) === "insufficient");
      return toastProblem(error);
    },
  };
};
