import { useState } from "react";
import { adTonLimit, withdraw, type TonLimit } from "../../../../resources/boost/withdraw-calls.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { sendBoost } from "../../flows/boost/node.ts";
import { fieldFaults } from "../../flows/boost/field-faults.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { freshly } from "../../flows/session/freshly.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./spin.module.css";
import { faultsOf, tonWorth, type Faults, type Typed } from "./withdrawal.ts";
import { dollars } from "./labels.ts";

interface WithdrawPanelProps {
  /** US dollars that can be withdrawn; undefined while it is not known. */
  readonly balance: string | undefined;
  readonly onRequest: () => void;
}

/** Interval of price updates. */
const priceMs = 30_000;

/** Takes dollars out, in toncoin. */
export const WithdrawPanel = ({ balance = "0", onRequest }: WithdrawPanelProps) => (
  <Panel title="Withdraw" text="Paid in toncoin to your wallet, at the rate when it is sent.">
    <BoostData of={useBoost(adTonLimit, { pollMs: priceMs })} rows={3}>
      {(limit) => <WithdrawForm limit={limit} balance={balance} onRequest={onRequest} />}
    </BoostData>
  </Panel>
);

interface WithdrawFormProps {
  readonly limit: TonLimit;
  readonly balance: string;
  readonly onRequest: () => void;
}

const WithdrawForm = ({ limit, balance, onRequest }: WithdrawFormProps) => {
  const [input, setInput] = useState<Typed>({ address: "", amount: "" });
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const change = (changed: Partial<Typed>): void => {
    setInput({ ...input, ...changed });
    setFaults({});
  };
  const ask = async (): Promise<void> => {
    const wrong = faultsOf(input, limit, balance);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const body = { address: input.address.trim(), amount: input.amount.trim() };
      const { status } = await freshly(sendBoost)(withdraw, { body });
      if (status === "REVIEW") boostToast("info", "Withdrawal in review. See the reason below.");
      else boostToast("success", `Withdrawal of ${dollars(body.amount)} requested`);
      // Clear the form, so that a second click doesn't repeat the withdrawal.
      setInput({ ...input, amount: "" });
      onRequest();
    } catch (error) {
      const told: Faults = fieldFaults(error);
      setFaults(told);
      if (!told.address && !told.amount) toastProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const worth = tonWorth(input.amount, limit);
  return (
    <Form className={styles.form} onSubmit={() => void ask()}>
      {limit.notice !== null && (
        <p className={styles.notice} role="note">
          {limit.notice}
        </p>
      )}
      <TextField
        label="TON address"
        value={input.address}
        code
        autoComplete="off"
        maxLength={100}
        placeholder={limit.network === "-239" ? "UQ…" : "0Q… or UQ…"}
        hint="Use your own wallet. Exchange deposits need a memo, which these payments don't include."
        {...(faults.address && { error: faults.address })}
        onChange={(address) => change({ address })}
      />
      <div className={styles.amount}>
        <TextField
          label="Amount in US dollars"
          value={input.amount}
          autoComplete="off"
          placeholder="0"
          hint={worth || `Minimum ${dollars(limit.usd)} (${limit.ton} TON)`}
          {...(faults.amount && { error: faults.amount })}
          onChange={(amount) => change({ amount })}
        />
        <Button disabled={balance === "0"} title={dollars(balance)} onClick={() => change({ amount: balance })}>
          Max
        </Button>
      </div>
      <Button type="submit" kind="primary" size="large" wide busy={busy}>
        Withdraw
      </Button>
    </Form>
  );
};
