/** What the rollup's team may do in its explorer. */
import { setRollupAbi } from "../../../../resources/raas/public-calls.ts";
import { listRollups } from "../../../../resources/raas/rollup-calls.ts";
import { rollupStatus } from "../../../../resources/raas/rollups.ts";
import { pageSizeMax } from "../../../../resources/limits.ts";
import { send } from "../../api/client.ts";

/** Id of the rollup, when it is the chosen team's; undefined for others. */
export const ownRollupId = async (chainId: string): Promise<string | undefined> => {
  const { detail } = await send(listRollups, { query: { page: 1, size: pageSizeMax }, silent: true });
  return detail.find((rollup) => rollup.chainId === chainId && rollup.status === rollupStatus.RUNNING)?.id;
};

interface RollupRef {
  readonly name: string;
  readonly abi: string;
}

/** Names a contract and gives its ABI. Throws what the cloud answers. */
export const giveAbi = async (id: string, address: string, body: RollupRef): Promise<void> => {
  await send(setRollupAbi, { params: { id, address }, body, silent: true });
};
