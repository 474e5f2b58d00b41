import { resetMasterKey, showMasterKey } from "../../../../resources/bucket/access-key-calls.ts";
import { withFreshSignature } from "../../flows/session/with-fresh-signature.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { LastUsed } from "../../framework/widgets/last-used.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { revealKey } from "./reveal-key.tsx";

/** The owner's master key. It can be reset but not deleted. */
export const MasterCard = () => {
  const { data, reload } = useCall(showMasterKey);
  const { act, acting } = useAct(resetMasterKey, {
    by: withFreshSignature,
    onDone: (key) => {
      reload();
      void revealKey("Master key", key);
    },
  });
  const account = data?.account;
  const askToReset = async () => {
    if (!account) return void act();
    const input = await dialogs.prompt({
      title: "Reset master key?",
      text: "Clients that use the current master key lose access until you update them.",
      ok: "Reset key",
      danger: true,
      fields: [
        {
          name: "typed",
          label: "Type reset to confirm",
          validate: (value) => (value === "reset" ? undefined : "Type reset."),
        },
      ],
    });
    if (input) void act();
  };
  return (
    <Card
      title="Master key"
      text="Full access to all buckets, without expiry. Use access keys with fewer permissions where possible."
      actions={
        data && (
          <Button icon="key" busy={acting} onClick={() => void askToReset()}>
            {account ? "Reset master key" : "Create master key"}
          </Button>
        )
      }
    >
      {account && (
        <p>
          <CopyText text={account.accessKey} label="master key's access key" /> <LastUsed at={account.usedAt} />
        </p>
      )}
    </Card>
  );
};
