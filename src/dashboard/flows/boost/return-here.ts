import { rememberReturnPath, takeReturnPath } from "../../api/session/return-path.ts";

/** Makes the next sign-in return to this page, or to `path`; returns the undo function. */
export const returnAfterSignIn = (path?: string): (() => void) => {
  rememberReturnPath(path);
  return () => void takeReturnPath();
};
