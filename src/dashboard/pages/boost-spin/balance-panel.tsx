import { useState } from "react";
import { claimSpin, type SpinInfo, type usdtBalance } from "../../../../resources/boost/spin-calls.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { sendBoost } from "../../flows/boost/node.ts";
import { Button } from "../../ui/button.tsx";
import type { Polled } from "../../ui/use-polled.ts";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";
import styles from "./spin.module.css";
import { dollars } from "./labels.ts";

interface BalancePanelProps {
  readonly info: Polled<SpinInfo>;
  readonly balance: Polled<Reply<typeof usdtBalance>>;
  readonly onClaimed: () => void;
}

/** USDT: winnings of the current round to claim, and the balance to withdraw. */
export const BalancePanel = ({ info, balance, onClaimed }: BalancePanelProps) => {
  const [busy, setBusy] = useState(false);
  const cash = info.value?.cashValue ?? "0";
  const claim = async (taskId: string): Promise<void> => {
    setBusy(true);
    try {
      const { claimed } = await sendBoost(claimSpin, { query: { taskId } });
      boostToast("success", `${dollars(claimed)} added to your balance`);
      onClaimed();
    } catch (error) {
      toastProblem(error);
    } finally {
      setBusy(false);
    }
  };
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
      {info.value && cash !== "0" && (
        <div className={styles.cash}>
          <p>
            <strong>{dollars(cash)}</strong> won in this round
          </p>
          <Button kind="primary" icon="gift" busy={busy} onClick={() => void claim(info.value!.taskId)}>
            Claim
          </Button>
        </div>
      )}
    </Panel>
  );
};
