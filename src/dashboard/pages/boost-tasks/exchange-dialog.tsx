import { useEffect } from "react";
import { exchangeProfile, setExchangeProfile } from "../../../../resources/boost/task-calls.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { callForm, FormDialog } from "../../framework/forms/form.tsx";

const stateText = {
  PENDING: "Pending approval. You can claim the reward once the operator approves the account.",
  APPROVED: "Approved. This account can't be changed.",
  REFUSED: "Refused. Correct the account or enter another one.",
} as const;

/** Sets the exchange account for airdrops. */
export const ExchangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data: saved, error } = useCall(exchangeProfile);
  useEffect(() => {
    if (error) toastProblem(error);
  }, [error]);
  return (
    <FormDialog
      title="Exchange account"
      width={500}
      form={callForm(setExchangeProfile)}
      initial={saved ?? { exchange: "binance" }}
      readOnly={saved?.status === "APPROVED"}
      head={
        <div className="fh-stack">
          <p>Airdrops can be paid to this account. Only one node can use it.</p>
          {saved && <p role="status">{stateText[saved.status]}</p>}
        </div>
      }
      submit="Save"
      onSaved={() => boostToast("success", "Exchange account saved. Claim the reward once it is approved.")}
      onClose={onClose}
    />
  );
};
