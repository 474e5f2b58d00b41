import { rememberReturnPath, takeReturnPath } from "../../api/session/return-path.ts";

/** Has the next sign-in come back to this page, or to `path`; returns the way to take that back. */
export const returnAfterSignIn = (path?: string): (() => void) => {
  rememberReturnPath(path);
  return () => void takeReturnPath();
};
