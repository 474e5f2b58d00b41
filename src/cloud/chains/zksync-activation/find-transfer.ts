import * as z from "zod";
import { zkSyncEthToken, zkSyncFinalStates } from "../../../../resources/chains/zksync-limits.ts";
import type { LiteTransaction } from "../../engines/zksync-lite/zksync-lite.ts";

const transfer = z.object({
  type: z.literal("Transfer"),
  from: z.string().toLowerCase(),
  to: z.string().toLowerCase(),
  token: z.literal(zkSyncEthToken),
  amount: z
    .string()
    .regex(/^\d+$/)
    .transform((wei) => BigInt(wei)),
});

interface Wanted {
  readonly from: string;
  readonly to: string;
  /** Minimum amount in wei. */
  readonly amount: bigint;
}

/** Whether a final transfer of at least this much ETH is among them. */
export const hasTransfer = (transactions: readonly LiteTransaction[], query: Wanted): boolean =>
  transactions.some(({ status, op }) => {
    const { success, data } = transfer.safeParse(op);
    return (
      success &&
      zkSyncFinalStates.includes(status) &&
      data.from === query.from.toLowerCase() &&
      data.to === query.to.toLowerCase() &&
      data.amount >= query.amount
    );
  });
