import { useState } from "react";
import { adTonLimit, withdraw, type TonLimit } from "../../../../resources/boost/withdraw-calls.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { withFreshSignature } from "../../flows/session/with-fresh-signature.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./spin.module.css";
import { problemsOf, tonWorth, type Problems, type Typed } from "./withdrawal.ts";
import { dollars } from "./labels.ts";

interface WithdrawPanelProps {
  /** Withdrawable US dollars. Undefined while loading. */
  readonly balance: string | undefined;
  readonly onRequest: () => void;
}

/** Interval of price updates. */
const priceMs = 30_000;

/** Withdraws US dollars as toncoin. */
export const WithdrawPanel = ({ balance = "0", onRequest }: WithdrawPanelProps) => (
  <Panel title="Withdraw" text="Paid in toncoin to your wallet, at the rate at the time of payment.">
    <BoostData of={useCall(adTonLimit, { pollMs: priceMs })} rows={3}>
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
  const [problems, setProblems] = useState<Problems>({});
  const { act, acting } = useAct(withdraw, {
    by: withFreshSignature,
    onDone: ({ status }) => {
      if (status === "REVIEW") boostToast("info", "Withdrawal in review. See the reason below.");
      else boostToast("success", `Withdrawal of ${dollars(input.amount.trim())} requested`);
      // Clear the form, so that a second click doesn't repeat the withdrawal.
      setInput({ ...input, amount: "" });
      onRequest();
    },
    onError: (error) => {
      const reported: Problems = fieldMessages(error);
      setProblems(reported);
      return Boolean(reported.address ?? reported.amount) || toastProblem(error);
    },
  });
  const change = (changed: Partial<Typed>): void => {
    setInput({ ...input, ...changed });
    setProblems({});
  };
  const submit = (): void => {
    const found = problemsOf(input, limit, balance);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    void act({ body: { address: input.address.trim(), amount: input.amount.trim() } });
  };
  const worth = tonWorth(input.amount, limit);
  return (
    <Form className={styles.form} onSubmit={submit}>
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
        {...(problems.address && { error: problems.address })}
        onChange={(address) => change({ address })}
      />
      <div className={styles.amount}>
        <TextField
          label="Amount in US dollars"
          value={input.amount}
          autoComplete="off"
          placeholder="0"
          hint={worth || `Minimum ${dollars(limit.usd)} (${limit.ton} TON)`}
          {...(problems.amount && { error: problems.amount })}
          onChange={(amount) => change({ amount })}
        />
        <Button disabled={balance === "0"} title={dollars(balance)} onClick={() => change({ amount: balance })}>
          Max
        </Button>
      </div>
      <Button type="submit" kind="primary" size="large" wide busy={acting}>
        Withdraw
      </Button>
    </Form>
  );
};
