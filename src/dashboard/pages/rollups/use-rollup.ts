import { rollups } from "../../../../resources/raas/rollups.ts";
import { showRollup } from "../../../../resources/raas/rollup-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";

const pollMs = 10_000;

/** One rollup, brought up to date as it comes to another state. */
export const useRollup = (id: string) => {
  const asked = useCall(showRollup, { params: { id }, pollMs });
  useLive(rollups, asked.reload);
  return asked;
};
