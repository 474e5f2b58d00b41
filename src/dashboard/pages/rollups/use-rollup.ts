import { rollups } from "../../../../resources/raas/rollups.ts";
import { showRollup } from "../../../../resources/raas/rollup-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";

/** Loads a rollup with live updates, and polls as a fallback. */
export const useRollup = (id: string, pollMs: number) => {
  const result = useCall(showRollup, { params: { id }, pollMs });
  useLive(rollups, result.reload);
  return result;
};
