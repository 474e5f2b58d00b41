import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { rollups, rollupStatus } from "../../../../../resources/raas/rollups.ts";
import { pageSizeMax } from "../../../../../resources/limits.ts";
import { send } from "../../../api/client.ts";

/** Returns the rollup's id if it belongs to the current team; undefined for others. */
export const ownRollupId = async (chainId: string): Promise<string | undefined> => {
  const { detail } = await send(callOf(rollups, "list"), { query: { page: 1, size: pageSizeMax }, silent: true });
  return detail.find((rollup) => rollup.chainId === chainId && rollup.status === rollupStatus.RUNNING)?.id;
};
