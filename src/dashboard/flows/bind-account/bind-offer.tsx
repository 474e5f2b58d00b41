import { useCallback, useEffect, useState } from "react";
import { messages } from "../../../../resources/messages.ts";
import { useWork } from "../../framework/data/use-act.ts";
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
  const link = useWork(() => bindDetected(offer), {
    onDone: async (outcome) => {
      if (outcome.kind === "leaving") return;
      if (outcome.kind === "bound") {
        toast(messages.accountBound);
        return onDone();
      }
      await dialogs.alert({ text: outcome.message });
      if (outcome.kind === "mismatch") onStale();
    },
  });
  const dismiss = useWork(() => dismissDetected(offer), { onDone });
  const isBusy = link.acting || dismiss.acting;
  return (
    <Dialog
      title="Link your GitHub account?"
      footer={
        <>
          <Button busy={dismiss.acting} disabled={isBusy} onClick={() => void dismiss.act()}>
            Don&apos;t link
          </Button>
          <Button kind="primary" busy={link.acting} disabled={isBusy} onClick={() => void link.act()}>
            Link account
          </Button>
        </>
      }
    >
      <div className="fh-stack">
        <p>
          The GitHub account <strong>{offer.name}</strong> isn&apos;t linked to a wallet yet. Link it to your wallet to
          sign in with either of them.
        </p>
        <p className="fh-muted">You can also link GitHub later in Account settings.</p>
      </div>
    </Dialog>
  );
};
