import { resetMasterKey, showMasterKey } from "../../../../resources/bucket/access-key-calls.ts";
import { freshly } from "../../flows/session/freshly.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { LastUsed } from "../../framework/widgets/last-used.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { revealKey } from "./reveal-key.tsx";

/** The owner's master key, which can only be replaced. */
export const MasterCard = () => {
  const { data, reload } = useCall(showMasterKey);
  const { act, acting } = useAct(resetMasterKey, {
    by: freshly,
    onDone: (key) => {
      reload();
      void revealKey("Master key", key);
    },
  });
  const known = data?.account;
  const askToReset = async () => {
    if (!known) return void act();
    const input = await dialogs.prompt({
      title: "Reset master key",
      text: "Clients that use the current master key lose access until you update them.",
      ok: "Reset",
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
            {known ? "Reset master key" : "Create master key"}
          </Button>
        )
      }
    >
      {known && (
        <p>
          <CopyText text={known.accessKey} label="master key's access key" /> <LastUsed at={known.usedAt} />
        </p>
      )}
    </Card>
  );
};
