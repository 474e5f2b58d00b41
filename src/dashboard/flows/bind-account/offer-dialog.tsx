import { useState } from "react";
import { messages } from "../../../../resources/messages.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";
import { bindDetected, dismissDetected, type Offer } from "./offer.ts";

interface OfferDialogProps {
  readonly offer: Offer;
  /** Bound, or not wanted: it is over. */
  readonly onDone: () => void;
  /** What is offered must be asked for anew. */
  readonly onStale: () => void;
}

/** Offers to bind a detected code-hosting account. */
export const OfferDialog = ({ offer, onDone, onStale }: OfferDialogProps) => {
  const [busy, setBusy] = useState<"bind" | "dismiss">();
  const [problem, setProblem] = useState("");

  const bind = async (): Promise<void> => {
    setBusy("bind");
    const outcome = await bindDetected(offer);
    if (outcome.kind === "bound") {
      toast(messages.accountBound);
      return onDone();
    }
    if (outcome.kind === "leaving") return;
    setBusy(undefined);
    if (outcome.kind === "failed") return setProblem(outcome.message);
    await dialogs.alert({ text: outcome.message });
    onStale();
  };
  const dismiss = async (): Promise<void> => {
    setBusy("dismiss");
    await dismissDetected(offer);
    onDone();
  };

  return (
    <Dialog
      title="Bind your GitHub account"
      footer={
        <>
          <Button busy={busy === "dismiss"} disabled={busy !== undefined} onClick={() => void dismiss()}>
            Create new
          </Button>
          <Button kind="primary" busy={busy === "bind"} disabled={busy !== undefined} onClick={() => void bind()}>
            Bind
          </Button>
        </>
      }
    >
      <div className="fh-stack">
        {problem && <Banner kind="danger">{problem}</Banner>}
        <p>
          You came with the GitHub account <strong>{offer.name}</strong>, which is linked to no wallet yet. Bind it to
          the wallet you signed in with, and either of them signs you in.
        </p>
        <p className="fh-muted">
          Create new goes on with the wallet alone. GitHub can still be linked later, in Configurations.
        </p>
      </div>
    </Dialog>
  );
};
