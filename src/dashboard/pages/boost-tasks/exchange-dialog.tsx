import { useEffect, useState } from "react";
import {
  exchangeNames,
  exchanges,
  type Exchange,
  type ExchangeAccount,
} from "../../../../resources/boost/exchanges.ts";
import { exchangeProfile, setExchangeProfile } from "../../../../resources/boost/task-calls.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
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

const noAccount: ExchangeAccount = { exchange: "binance", uid: "", address: "" };

/** Sets the exchange account for airdrops. */
export const ExchangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data: saved, error } = useCall(exchangeProfile);
  const [input, setInput] = useState<Partial<ExchangeAccount>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (error) toastProblem(error);
  }, [error]);
  const { act, acting } = useAct(setExchangeProfile, {
    onDone: () => {
      boostToast("success", "Exchange account saved. Claim the reward once it is approved.");
      onClose();
    },
    onError: (refused) => {
      const found = fieldMessages(refused);
      setProblems(found);
      return Object.keys(found).length > 0 || toastProblem(refused);
    },
  });
  const { exchange, uid, address } = { ...noAccount, ...saved, ...input };
  const profile: ExchangeAccount = { exchange, uid, address };
  const status = saved?.status;
  return (
    <Dialog
      title="Exchange account"
      onClose={onClose}
      footer={
        <Button type="submit" form="boost-exchange" kind="primary" busy={acting} disabled={status === "APPROVED"}>
          Save
        </Button>
      }
    >
      <Form id="boost-exchange" onSubmit={() => void act({ body: profile })}>
        <p>Airdrops can be paid to this account. Only one node can use it.</p>
        {status && <p role="status">{stateText[status]}</p>}
        <label className="fh-field">
          <span>Exchange</span>
          <select
            value={profile.exchange}
            disabled={status === "APPROVED"}
            onChange={(event) => setInput({ ...input, exchange: event.target.value as Exchange })}
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
              setInput({ ...input, [name]: value });
              setProblems({ ...problems, [name]: "" });
            }}
          />
        ))}
      </Form>
    </Dialog>
  );
};
