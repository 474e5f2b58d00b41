import { useState } from "react";
import { tonAddressProblem } from "../../../../resources/boost/ton-address.ts";
import { adTonLimit, withdraw, type TonLimit } from "../../../../resources/boost/withdraw-calls.ts";
import { nanoFor, tonsOf } from "../../../../resources/boost/withdrawing.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { withFreshSignature } from "../../flows/session/with-fresh-signature.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { microPoints } from "../../lib/format/points.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { dollars } from "./labels.ts";
import styles from "./spin.module.css";

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

/** Validation of the withdrawal form. */

interface Typed {
  readonly address: string;
  readonly amount: string;
}
type Problems = Partial<Record<keyof Typed, string>>;

const amountForm = /^\d{1,9}(\.\d{1,6})?$/;

/** Returns the errors of invalid fields, with the same rules as the server. */
const problemsOf = ({ address, amount }: Typed, limit: TonLimit, balance: string): Problems => {
  const wrongAddress = tonAddressProblem(address.trim(), limit.network);
  const wrongAmount = amountProblem(amount.trim(), limit, balance);
  return { ...(wrongAddress && { address: wrongAddress }), ...(wrongAmount && { amount: wrongAmount }) };
};

const amountProblem = (amount: string, { usd, ton }: TonLimit, balance: string): string | undefined => {
  if (amount === "") return "Amount: enter an amount in US dollars.";
  if (!amountForm.test(amount)) return "Amount: enter a number with up to six decimals.";
  if (microPoints(amount) < microPoints(usd)) return `Amount: enter at least ${dollars(usd)} (${ton} TON).`;
  if (microPoints(amount) > microPoints(balance)) return `Amount: exceeds your balance of ${dollars(balance)}.`;
  return undefined;
};

/** Formats the amount in TON at the current rate, with four decimals. Returns "" without an amount. */
const tonWorth = (amount: string, { price, expo }: TonLimit): string => {
  if (!amountForm.test(amount.trim())) return "";
  const nano = nanoFor(microPoints(amount.trim()), { price: BigInt(price), expo });
  return `≈ ${tonsOf((nano / 100_000n) * 100_000n)} TON`;
};
