import { useEffect } from "react";
import { showConnectWallet } from "../../../flows/session/show-connect-wallet.tsx";
import type { Change } from "./use-values.ts";

/** Asks the user to sign in and stores the pending deployment in the draft. It continues after the reload. */
export const signInFirst = async (change: Change): Promise<void> => {
  change({ resumes: true });
  // Closing the dialog cancels the pending deployment.
  if (!(await showConnectWallet())) change({ resumes: false });
};

/** Continues a pending deployment once the form is ready. */
export const useResume = (isReady: boolean, resume: () => void): void => {
  useEffect(() => {
    if (isReady) resume();
    // Only the first ready state counts, not later versions of the callback.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);
};
