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
  /** Called after coins were sent. */
  readonly onGiven: () => void;
}

/** Shown when the wallet's balance is too low. Local devnets offer free test coins. */
export const Shortfall = ({ problem, chain, account, onGiven }: ShortfallProps) => {
  const [isRequesting, setGiving] = useState(false);
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
    <div role="alert">
      <Banner
        kind="warning"
        title={chainMessages.insufficientFunds}
        action={
          networkOf(chain).own &&
          account !== undefined && (
            <Button size="small" busy={isRequesting} onClick={() => void give(account)}>
              Get test coins
            </Button>
          )
        }
      >
        {networkOf(chain).own
          ? `Get free test coins on this local ${name}.`
          : `Add funds to your account on ${name}, choose another chain, or choose a smaller amount.`}
      </Banner>
    </div>
  );
};
