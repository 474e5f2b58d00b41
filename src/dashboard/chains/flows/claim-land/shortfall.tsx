import { askFaucet } from "../../../../../resources/chains/faucet.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { chainOf, type ChainKey } from "../../../../../resources/chains/chains.ts";
import type { ChainProblem } from "../../evm/problem.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
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
  const { act, acting } = useAct(askFaucet, {
    done: chainMessages.testCoinsGiven,
    onDone: onGiven,
    onError: ({ message: text }) => {
      void dialogs.alert({ title: chainMessages.chainErrorTitle, text });
      return true;
    },
  });
  if (problem.kind !== "insufficient-funds") return null;
  const { name } = chainOf(chain)!;
  return (
    <div role="alert">
      <Banner
        kind="warning"
        title={chainMessages.insufficientFunds}
        action={
          networkOf(chain).own &&
          account !== undefined && (
            <Button
              size="small"
              busy={acting}
              onClick={() => void act({ body: { chain, address: account }, silent: true })}
            >
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
