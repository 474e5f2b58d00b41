import { useCallback, useEffect, useState } from "react";
import { messages } from "../../../../../resources/declare/messages.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { bind, flc, flcDone } from "../../../../../resources/account/bind.ts";
import { sharedErrors } from "../../../../../resources/declare/shared-errors.ts";
import { send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { loadSession } from "../../../api/session/load.ts";
import { session } from "../../../api/session/session.ts";
import { browserSecret } from "./browser-secret.ts";
import { detectedCode, forgetDetected } from "./detected.ts";

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
        <p className="fh-muted">You can also link GitHub later in Configurations.</p>
      </div>
    </Dialog>
  );
};

// The offer to link a GitHub account that was detected before a wallet signed in.

interface Offer {
  readonly code: string;
  /** GitHub username. */
  readonly name: string;
}

type BindOutcome =
  | { readonly kind: "bound" }
  /** The browser is about to leave the page. */
  | { readonly kind: "leaving" }
  | { readonly kind: "mismatch" | "failed"; readonly message: string };

/** Returns undefined when there is nothing to link; the server is not called again. */
const loadOffer = async (): Promise<Offer | undefined> => {
  const code = detectedCode();
  if (code === null) return undefined;
  try {
    const { res, github } = await send(flc, { query: { code, browser: browserSecret() }, silent: true });
    if (res && github) return { code, name: github.name };
  } catch (error) {
    // Offers it again later, unless the server says that it belongs to another browser.
    if (!isMismatch(error)) return undefined;
  }
  forgetDetected();
  return undefined;
};

/** Links it to the signed-in user's wallet; redirects to GitHub again if too much time has passed. */
const bindDetected = async ({ code }: Offer): Promise<BindOutcome> => {
  const apply = session.get().user?.wallet?.address ?? "";
  try {
    const body = { type: "GITHUB" as const, apply, browser: browserSecret(), code };
    const { applyR } = await send(bind, { body, silent: false });
    forgetDetected();
    if (applyR !== "") {
      location.assign(applyR);
      return { kind: "leaving" };
    }
    await loadSession();
    return { kind: "bound" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (isMismatch(error)) return { kind: "mismatch", message };
    if (!(error instanceof ApiError)) return { kind: "failed", message };
    forgetDetected();
    // It contained a session of another user; the session's handler takes over.
    return typeof error.data === "string" ? { kind: "leaving" } : { kind: "failed", message };
  }
};

/** Dismisses the offer permanently. */
const dismissDetected = async ({ code }: Offer): Promise<void> => {
  forgetDetected();
  await send(flcDone, { query: { code, browser: browserSecret() }, silent: true }).catch(() => undefined);
};

const isMismatch = (error: unknown): boolean =>
  error instanceof ApiError && error.code === sharedErrors.CODE_HOST_MISMATCH.wire;
