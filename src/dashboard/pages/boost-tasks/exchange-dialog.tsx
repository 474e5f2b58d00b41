import { useEffect, useState } from "react";
import { exchangeProfile, setExchangeProfile } from "../../../../resources/boost/task-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { sendBoost } from "../../flows/boost/node.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";

const empty = { exchange: "", uid: "", address: "" };

/** Names the account of an exchange, to which an airdrop may go. */
export const ExchangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [profile, setProfile] = useState(empty);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    sendBoost(exchangeProfile).then(
      (known) => known && setProfile(known),
      (error: unknown) => setProblem(problemOf(error)),
    );
  }, []);
  const change = (name: keyof typeof empty) => (value: string) => {
    setProfile({ ...profile, [name]: value });
    setProblem("");
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendBoost(setExchangeProfile, { body: profile });
      boostToast("success", "Your exchange account is named. Claim the reward.");
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
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
        <TextField label="Exchange" value={profile.exchange} maxLength={40} onChange={change("exchange")} />
        <TextField label="User ID" value={profile.uid} maxLength={64} code onChange={change("uid")} />
        <TextField
          label="Address"
          value={profile.address}
          maxLength={128}
          code
          error={problem}
          onChange={change("address")}
        />
      </Form>
    </Dialog>
  );
};
