import { useMemo } from "react";
import type { PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import { quantityData } from "../../../chains/rollup/chain-data.ts";
import { createAsk, type CallRpc } from "../../../chains/rollup/json-rpc.ts";
import { useCached, type Cached } from "../../../ui/cached/use-cached.ts";

/** Wei, on each end. */
export interface Balances {
  readonly rollup: bigint;
  readonly settlement: bigint;
  /** Refused deposits that the rollup's bridge owes the account. */
  readonly owed: bigint;
}

/** Selector of `owed(address)`. */
export const owedSelector = "0xdf18e047";

const readOwed = async (call: CallRpc, to: string, account: string): Promise<bigint> => {
  const data = `${owedSelector}${account.slice(2).toLowerCase().padStart(64, "0")}`;
  const answer = await call("eth_call", { to, data }, "latest");
  return typeof answer === "string" && /^0x[0-9a-f]+$/i.test(answer) ? BigInt(answer) : 0n;
};

const pollMs = 4000;

/** Returns an account's balances on both ends. */
export const useBalances = (
  { rpc, settlement, bridgeAddress }: PublicRollup,
  account: string | undefined,
): Cached<Balances> => {
  const nodes = useMemo(() => [createAsk(rpc), createAsk(settlement.rpc)] as const, [rpc, settlement.rpc]);
  return useCached({
    queryKey: ["balances", rpc, settlement.rpc, account],
    queryFn: async () => {
      const balanceOn = (call: CallRpc) => call("eth_getBalance", account, "latest").then(quantityData.parse);
      const [onRollup, onSettlement] = nodes;
      const [rollup, held, owed] = await Promise.all([
        balanceOn(onRollup),
        balanceOn(onSettlement),
        bridgeAddress === null ? 0n : readOwed(onRollup, bridgeAddress, account!),
      ]);
      return { rollup, settlement: held, owed };
    },
    enabled: account !== undefined,
    refetchInterval: pollMs,
  });
};
