import { useState } from "react";
import { chainOf, type ChainKey } from "../../../../resources/chains.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import type { ChainProblem } from "../../chains/evm/problem.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";
import { giveTestCoins } from "./reports.ts";
import { networkOf } from "./wallets.ts";

interface ShortfallProps {
  readonly problem: ChainProblem;
  readonly chain: ChainKey;
  readonly account: string | undefined;
  /** Coins have been given. */
  readonly onGiven: () => void;
}

/** The wallet held too little. On the cloud's own chains coins are given to whoever asks. */
export const Shortfall = ({ problem, chain, account, onGiven }: ShortfallProps) => {
  const [giving, setGiving] = useState(false);
  if (problem.kind !== "insufficient-funds") return null;
  const { name } = chainOf(chain)!;
  const give = async (address: string): Promise<void> => {
    setGiving(true);
    try {
      await giveTestCoins(chain, address);
      toast(chainMessages.testCoinsGiven);
      onGiven();
    } catch (error) {
      await dialogs.alert({ title: chainMessages.chainErrorTitle, text: (error as Error).message });
    } finally {
      setGiving(false);
    }
  };
  return (
    <Banner
      kind="warning"
      title={chainMessages.insufficientFunds}
      action={
        networkOf(chain).own &&
        account !== undefined && (
          <Button size="small" busy={giving} onClick={() => void give(account)}>
            Get test coins
          </Button>
        )
      }
    >
      {networkOf(chain).own
        ? `On this cloud's own ${name} you get coins for nothing.`
        : `Send some to your account on ${name}, choose another chain, or choose less.`}
    </Banner>
  );
};
