import { useState } from "react";
import { tonAddressProblem } from "../../../../resources/boost/withdrawals/ton-address.ts";
import {
  adTonLimit,
  usdPattern,
  withdraw,
  type TonLimit,
} from "../../../../resources/boost/withdrawals/withdraw-calls.ts";
import { nanoFor, tonsOf } from "../../../../resources/boost/withdrawals/withdrawing.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { withFreshSignature } from "../../account/flows/session/with-fresh-signature.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { callForm, FormSteps } from "../../framework/forms/form.tsx";
import { microPoints } from "../../lib/format/points.ts";
import { AmountInput } from "../boost-frame/amount-input.tsx";
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
export const WithdrawPanel = ({ balance = "0", onRequest }: WithdrawPanelProps) => {
  // The address stays for the next withdrawal. The amount doesn't, so that a second click doesn't repeat this one.
  const [lastAddress, setLastAddress] = useState("");
  return (
    <Panel title="Withdraw" text="Paid in toncoin to your wallet, at the rate at the time of payment.">
      <BoostData of={useCall(adTonLimit, { pollMs: priceMs })} rows={3}>
        {(limit) => (
          <FormSteps
            form={callForm(withdraw, { by: withFreshSignature })}
            initial={{ address: lastAddress, amount: "" }}
            head={
              limit.notice !== null && (
                <p className={styles.notice} role="note">
                  {limit.notice}
                </p>
              )
            }
            overrides={({ amount = "" }) => ({
              address: { placeholder: limit.network === "-239" ? "UQ…" : "0Q… or UQ…" },
              amount: { hint: tonWorth(amount.trim(), limit) || `Minimum ${dollars(limit.usd)} (${limit.ton} TON)` },
            })}
            controls={{
              amount: (control) => <AmountInput {...control} most={balance} title={dollars(balance)} />,
            }}
            problems={({ address = "", amount = "" }) => ({
              address: address && tonAddressProblem(address.trim(), limit.network),
              amount: amountProblem(amount.trim(), limit, balance),
            })}
            submit="Withdraw"
            onSaved={({ status }, { address, amount }) => {
              setLastAddress(address);
              if (status === "REVIEW") boostToast("info", "Withdrawal in review. See the reason below.");
              else boostToast("success", `Withdrawal of ${dollars(amount.trim())} requested`);
              onRequest();
            }}
          />
        )}
      </BoostData>
    </Panel>
  );
};

/** Returns the error of an amount that the server would refuse. */
const amountProblem = (amount: string, { usd, ton }: TonLimit, balance: string): string | undefined => {
  if (!usdPattern.test(amount)) return undefined;
  if (microPoints(amount) < microPoints(usd)) return `Amount: enter at least ${dollars(usd)} (${ton} TON).`;
  if (microPoints(amount) > microPoints(balance)) return `Amount: exceeds your balance of ${dollars(balance)}.`;
  return undefined;
};

/** Formats the amount in TON at the current rate, with four decimals. Returns "" without an amount. */
const tonWorth = (amount: string, { price, expo }: TonLimit): string => {
  if (!usdPattern.test(amount)) return "";
  const nano = nanoFor(microPoints(amount), { price: BigInt(price), expo });
  return `≈ ${tonsOf((nano / 100_000n) * 100_000n)} TON`;
};
