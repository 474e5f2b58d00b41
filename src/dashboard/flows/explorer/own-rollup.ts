/** Explorer actions of the rollup's own team. */
import { callOf } from "../../../../resources/endpoints.ts";
import { setRollupAbi } from "../../../../resources/raas/public-calls.ts";
import { rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import { pageSizeMax } from "../../../../resources/limits.ts";
import { send } from "../../api/client.ts";

/** Returns the rollup's id if it belongs to the current team; undefined for others. */
export const ownRollupId = async (chainId: string): Promise<string | undefined> => {
  const { detail } = await send(callOf(rollups, "list"), { query: { page: 1, size: pageSizeMax }, silent: true });
  return detail.find((rollup) => rollup.chainId === chainId && rollup.status === rollupStatus.RUNNING)?.id;
};

interface RollupRef {
  readonly name: string;
  readonly abi: string;
}

/** Names a contract and sets its ABI. Throws the server's error. */
export const giveAbi = async (id: string, address: string, body: RollupRef): Promise<void> => {
  await send(setRollupAbi, { params: { id, address }, body, silent: true });
};
