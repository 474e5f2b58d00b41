import { useMemo } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { quantityData } from "../../chains/rollup/chain-data.ts";
import { createAsk } from "../../chains/rollup/json-rpc.ts";
import { usePolled, type Polled } from "../../ui/use-polled.ts";

/** Wei, on each end. */
export interface Balances {
  readonly rollup: bigint;
  readonly settlement: bigint;
}

const pollMs = 4000;

/** What an account holds on both ends. */
export const useBalances = ({ rpc, settlement }: PublicRollup, account: string | undefined): Polled<Balances> => {
  const asks = useMemo(() => [createAsk(rpc), createAsk(settlement.rpc)] as const, [rpc, settlement.rpc]);
  return usePolled(
    account && `${rpc} ${settlement.rpc} ${account}`,
    async () => {
      const [onRollup, onSettlement] = await Promise.all(
        asks.map((ask) => ask("eth_getBalance", account, "latest").then(quantityData.parse)),
      );
      return { rollup: onRollup!, settlement: onSettlement! };
    },
    pollMs,
  );
};
