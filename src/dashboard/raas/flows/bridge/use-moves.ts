import { useMemo } from "react";
import { rollupBridgeMoves, type PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { send } from "../../../api/client.ts";
import { createAsk, type CallRpc } from "../../../chains/rollup/json-rpc.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { useCached, type Cached } from "../../../ui/cached/use-cached.ts";
import { forgetSent, sentMoves, withSent, type SentMove } from "./sent-moves.ts";

export type BridgeMoves = Reply<typeof rollupBridgeMoves>;
export type Deposit = BridgeMoves["deposits"][number];
export type Withdrawal = BridgeMoves["withdrawals"][number];

const pollMs = 3000;

/** Returns deposits and withdrawals of an account, both listed by the server and just sent. */
export const useMoves = (
  { chainId, rpc, settlement }: PublicRollup,
  account: string | undefined,
): Cached<BridgeMoves> => {
  const [onRollup, onSettlement] = useMemo(
    () => [createAsk(rpc), createAsk(settlement.rpc)] as const,
    [rpc, settlement.rpc],
  );
  return useCached({
    queryKey: ["moves", chainId, account],
    queryFn: async () => {
      const address = account!;
      const [listed, sent] = await Promise.all([
        send(rollupBridgeMoves, { params: { chainId, address }, silent: true }),
        sentMoves(chainId, address),
      ]);
      const failed = await failedAmong(sent, ({ kind }) => (kind === "withdraw" ? onRollup : onSettlement));
      const { moves, listedHashes } = withSent(
        listed,
        sent.filter(({ hash }) => !failed.includes(hash)),
      );
      for (const hash of [...failed, ...listedHashes]) await forgetSent(chainId, { address, hash });
      return moves;
    },
    enabled: account !== undefined,
    refetchInterval: pollMs,
  });
};

/** Returns the hashes of moves that failed on their chain. */
const failedAmong = async (
  sent: readonly SentMove[],
  clientOf: (move: SentMove) => CallRpc,
): Promise<readonly string[]> => {
  const failed = await Promise.all(
    sent.map(async (move) => {
      const receipt = await attempt(() => clientOf(move)("eth_getTransactionReceipt", move.hash));
      return (receipt as { readonly status?: string } | null | undefined)?.status === "0x0" ? [move.hash] : [];
    }),
  );
  return failed.flat();
};
