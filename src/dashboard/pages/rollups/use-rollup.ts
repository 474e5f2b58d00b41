import { rollups } from "../../../../resources/raas/rollups.ts";
import { showRollup } from "../../../../resources/raas/rollup-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";

/** One rollup, brought up to date as it comes to another state; asked again this often should nobody tell. */
export const useRollup = (id: string, pollMs: number) => {
  const asked = useCall(showRollup, { params: { id }, pollMs });
  useLive(rollups, asked.reload);
  return asked;
};
