import { claimSpin, type SpinInfo, type usdtBalance } from "../../../../resources/boost/spins/spin-calls.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { boostToast, toastProblem } from "../flows/boost/boost-toast.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import type { Cached } from "../../ui/cached/use-cached.ts";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";
import styles from "./spin.module.css";
import { dollars } from "./labels.ts";

interface BalancePanelProps {
  readonly info: Cached<SpinInfo>;
  readonly balance: Cached<Reply<typeof usdtBalance>>;
  readonly onClaimed: () => void;
}

/** USDT: winnings of the current round to claim, and the balance to withdraw. */
export const BalancePanel = ({ info, balance, onClaimed }: BalancePanelProps) => {
  const cash = info.data?.cashValue ?? "0";
  const { act, acting } = useAct(claimSpin, {
    onError: toastProblem,
    onDone: ({ claimed }) => {
      boostToast("success", `${dollars(claimed)} added to your balance`);
      onClaimed();
    },
  });
  return (
    <Panel title="Your USDT" text="Unclaimed winnings are added when the next round starts.">
      <BoostData of={balance} rows={2}>
        {(usdt) => (
          <Figures>
            <Figure label="Balance" value={dollars(usdt.balance)} size="large" />
            {usdt.pending !== "0" && <Figure label="Pending" value={dollars(usdt.pending)} />}
          </Figures>
        )}
      </BoostData>
      {info.data && cash !== "0" && (
        <div className={styles.cash}>
          <p>
            <strong>{dollars(cash)}</strong> won in this round
          </p>
          <Button
            kind="primary"
            icon="gift"
            busy={acting}
            onClick={() => void act({ query: { taskId: info.data!.taskId } })}
          >
            Claim
          </Button>
        </div>
      )}
    </Panel>
  );
};
