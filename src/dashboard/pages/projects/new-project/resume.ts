import { useEffect } from "react";
import { showConnectWallet } from "../../../flows/session/show-connect-wallet.tsx";
import type { Change } from "./use-values.ts";

/** Asks the user to sign in and keeps the pressed action in the draft. After sign-in the screen reloads and continues. */
export const signInFirst = async (change: Change): Promise<void> => {
  change({ resumes: true });
  // Who closes the dialog has changed their mind: nothing happens later without being asked for.
  if (!(await showConnectWallet())) change({ resumes: false });
};

/** Goes on with what was pressed before signing in, once everything it needs is there. */
export const useResume = (isReady: boolean, goOn: () => void): void => {
  useEffect(() => {
    if (isReady) goOn();
    // What going on means at that moment is all that counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);
};
