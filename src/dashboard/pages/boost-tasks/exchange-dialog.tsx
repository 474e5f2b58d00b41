import { useEffect, useState } from "react";
import { exchangeProfile, setExchangeProfile } from "../../../../resources/boost/task-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { fieldFaults } from "../../flows/boost/field-faults.ts";
import { sendBoost } from "../../flows/boost/node.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";

const fields = [
  ["exchange", "Exchange", 40],
  ["uid", "User ID", 64],
  ["address", "Address", 128],
] as const;

/** Names the account of an exchange, to which an airdrop may go. */
export const ExchangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [profile, setProfile] = useState({ exchange: "", uid: "", address: "" });
  const [faults, setFaults] = useState<ReturnType<typeof fieldFaults>>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    sendBoost(exchangeProfile).then(
      (known) => known && setProfile(known),
      (error: unknown) => boostToast("error", problemOf(error)),
    );
  }, []);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendBoost(setExchangeProfile, { body: profile });
      boostToast("success", "Your exchange account is named. Claim the reward.");
      onClose();
    } catch (error) {
      const found = fieldFaults(error);
      setFaults(found);
      if (Object.keys(found).length === 0) boostToast("error", problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Your exchange account"
      onClose={onClose}
      footer={
        <Button type="submit" form="boost-exchange" kind="primary" busy={busy}>
          Save
        </Button>
      }
    >
      <Form id="boost-exchange" onSubmit={() => void save()}>
        <p>An airdrop may go to it. One account stands for one node.</p>
        {fields.map(([name, label, maxLength]) => (
          <TextField
            key={name}
            label={label}
            value={profile[name]}
            maxLength={maxLength}
            code={name !== "exchange"}
            error={faults[name]}
            onChange={(value) => {
              setProfile({ ...profile, [name]: value });
              setFaults({ ...faults, [name]: "" });
            }}
          />
        ))}
      </Form>
    </Dialog>
  );
};
