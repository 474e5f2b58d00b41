import { useEffect } from "react";
import { rememberReturnPath } from "../../../api/session/return-path.ts";

/** Lets the sign-in, whichever way is chosen, lead back to this page. */
export const useReturnHere = (isSignedIn: boolean): void => {
  useEffect(() => {
    if (!isSignedIn) rememberReturnPath();
  }, [isSignedIn]);
};
