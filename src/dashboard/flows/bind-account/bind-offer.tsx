import { useCallback, useEffect, useState } from "react";
import { messages } from "../../../../resources/messages.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";
import { loadOffer, type Offer, bindDetected, dismissDetected } from "./offer.ts";

/** Shown in the shell while a detected account awaits an answer. */
const BindOffer = () => {
  const [offer, setOffer] = useState<Offer>();
  const reload = useCallback(() => void loadOffer().then(setOffer), []);
  useEffect(reload, [reload]);
  return offer && <OfferDialog offer={offer} onDone={() => setOffer(undefined)} onStale={reload} />;
};

export default BindOffer;

interface OfferDialogProps {
  readonly offer: Offer;
  /** Closes the dialog after linking or declining. */
  readonly onDone: () => void;
  /** The offer must be requested again. */
  readonly onStale: () => void;
}

/** Offers to link a detected GitHub account. */
const OfferDialog = ({ offer, onDone, onStale }: OfferDialogProps) => {
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
      title="Link your GitHub account?"
      footer={
        <>
          <Button busy={busy === "dismiss"} disabled={busy !== undefined} onClick={() => void dismiss()}>
            Don&apos;t link
          </Button>
          <Button kind="primary" busy={busy === "bind"} disabled={busy !== undefined} onClick={() => void bind()}>
            Link account
          </Button>
        </>
      }
    >
      <div className="fh-stack">
        {problem && <Banner kind="danger">{problem}</Banner>}
        <p>
          The GitHub account <strong>{offer.name}</strong> isn&apos;t linked to a wallet yet. Link it to your wallet to
          sign in with either of them.
        </p>
        <p className="fh-muted">You can also link GitHub later in Account settings.</p>
      </div>
    </Dialog>
  );
};
