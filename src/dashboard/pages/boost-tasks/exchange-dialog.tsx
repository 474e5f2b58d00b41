import { useEffect, useState } from "react";
import {
  exchangeNames,
  exchanges,
  type Exchange,
  type ExchangeAccount,
  type ExchangeStatus,
} from "../../../../resources/boost/exchanges.ts";
import { exchangeProfile, setExchangeProfile } from "../../../../resources/boost/task-calls.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { fieldErrors } from "../../flows/boost/field-errors.ts";
import { sendBoost } from "../../flows/boost/node.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";

const fields = [
  ["uid", "User ID", 20],
  ["address", "EVM deposit address", 42],
] as const;

const stateText = {
  PENDING: "Pending approval. You can claim the reward once the operator approves the account.",
  APPROVED: "Approved. This account can't be changed.",
  REFUSED: "Refused. Correct the account or enter another one.",
} as const;

/** Sets the exchange account for airdrops. */
export const ExchangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [profile, setProfile] = useState<ExchangeAccount>({ exchange: "binance", uid: "", address: "" });
  const [status, setStatus] = useState<ExchangeStatus>();
  const [problems, setProblems] = useState<ReturnType<typeof fieldErrors>>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    sendBoost(exchangeProfile).then(
      (saved) => {
        if (!saved) return;
        const { status: state, exchange, uid, address } = saved;
        setProfile({ exchange, uid, address });
        setStatus(state);
      },
      (error: unknown) => toastProblem(error),
    );
  }, []);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendBoost(setExchangeProfile, { body: profile });
      boostToast("success", "Exchange account saved. Claim the reward once it is approved.");
      onClose();
    } catch (error) {
      const found = fieldErrors(error);
      setProblems(found);
      if (Object.keys(found).length === 0) toastProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Exchange account"
      onClose={onClose}
      footer={
        <Button type="submit" form="boost-exchange" kind="primary" busy={busy} disabled={status === "APPROVED"}>
          Save
        </Button>
      }
    >
      <Form id="boost-exchange" onSubmit={() => void save()}>
        <p>Airdrops can be paid to this account. Only one node can use it.</p>
        {status && <p role="status">{stateText[status]}</p>}
        <label className="fh-field">
          <span>Exchange</span>
          <select
            value={profile.exchange}
            disabled={status === "APPROVED"}
            onChange={(event) => setProfile({ ...profile, exchange: event.target.value as Exchange })}
          >
            {exchangeNames.map((name) => (
              <option key={name} value={name}>
                {exchanges[name].label}
              </option>
            ))}
          </select>
        </label>
        {fields.map(([name, label, maxLength]) => (
          <TextField
            key={name}
            label={label}
            value={profile[name]}
            maxLength={maxLength}
            code
            error={problems[name]}
            onChange={(value) => {
              setProfile({ ...profile, [name]: value });
              setProblems({ ...problems, [name]: "" });
            }}
          />
        ))}
      </Form>
    </Dialog>
  );
};
