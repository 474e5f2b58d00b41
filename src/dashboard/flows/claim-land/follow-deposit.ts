/** Polls the server's state of a deposit until it is credited. */
import type { ChainKey } from "../../../../resources/chains.ts";
import { chainOf } from "../../../../resources/chains.ts";
import { depositRecords, type DepositRecord } from "../../../../resources/billing/deposit-calls.ts";
import { request } from "../../api/client.ts";
import { attempt } from "../../lib/attempt.ts";
import type { Deposit } from "./machine.ts";
import { networkOf } from "./wallets.ts";

/** Polling intervals, for local devnets and public chains. */
const askAgainMs = { own: 800, public: 5000 } as const;

/** Calls back with each state until the deposit is credited, or the callback stops it. */
export const followDeposit = (chain: ChainKey, hash: string, onSeen: (deposit: Deposit) => void): (() => void) => {
  const pauseMs = networkOf(chain).own ? askAgainMs.own : askAgainMs.public;
  let stopped = false;
  const poll = async (): Promise<void> => {
    for (;;) {
      // Polls again after a failed request: the deposit does not depend on it.
      const deposit = await attempt(() => readDeposit(chain, hash));
      if (stopped) return;
      if (deposit) onSeen(deposit);
      if (deposit?.state === "credited") return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  void poll();
  return () => {
    stopped = true;
  };
};

const readDeposit = async (chain: ChainKey, hash: string): Promise<Deposit | undefined> => {
  // LAND is credited to the user's own team, whichever is selected.
  const answer = await request(depositRecords.call, {
    query: { hash, page: 1, size: 1 },
    personal: true,
    silent: true,
  });
  const row = (answer as { items?: readonly DepositRecord[] } | undefined)?.items?.[0];
  return row && toDeposit(row, chainOf(chain)!.confirmations);
};

const toDeposit = ({ status, confirmations, landAmount }: DepositRecord, needed: number): Deposit => ({
  state: status === "CREDITED" ? "credited" : "pending",
  confirmations: confirmations?.seen ?? 0,
  needed: confirmations?.needed ?? needed,
  land: BigInt(landAmount),
});
