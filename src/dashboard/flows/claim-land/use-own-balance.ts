import { useEffect, useState } from "react";
import { assets } from "../../../../resources/billing/deposit-calls.ts";
import { send } from "../../api/client.ts";
import { attempt } from "../../lib/attempt.ts";

/** LAND ×1e18 of the user's own team, where it is credited; undefined until known. */
export const useOwnBalance = (): string | undefined => {
  const [land, setLand] = useState<string>();
  useEffect(() => {
    let left = false;
    void attempt(() => send(assets, { personal: true, silent: true })).then((answer) => {
      if (!left) setLand(answer?.land);
    });
    return () => {
      left = true;
    };
  }, []);
  return land;
};
