import { rollupBridgeMoves, type PublicRollup } from "../../../../resources/raas/public-calls.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { send } from "../../api/client.ts";
import { usePolled, type Polled } from "../../ui/use-polled.ts";

export type BridgeMoves = Reply<typeof rollupBridgeMoves>;
export type Deposit = BridgeMoves["deposits"][number];
export type Withdrawal = BridgeMoves["withdrawals"][number];

const pollMs = 3000;

/** Deposits and withdrawals of an account, as the cloud follows them. */
export const useMoves = ({ chainId }: PublicRollup, account: string | undefined): Polled<BridgeMoves> =>
  usePolled(
    account && `${chainId} ${account}`,
    () => send(rollupBridgeMoves, { params: { chainId, address: account! }, silent: true }),
    pollMs,
  );
