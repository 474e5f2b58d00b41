import { sessionKeys } from "../../../api/session/keys.ts";
import { rememberReturnPath, takeReturnPath } from "../../../api/session/return-path.ts";

/** Makes the next sign-in return to this page, or to `path`; returns the undo function. */
export const returnAfterSignIn = (path?: string): (() => void) => {
  rememberReturnPath(path);
  return () => void takeReturnPath();
};

/** Returns the invite code of the visit, sent when joining. */
export const invitedBy = (): string | undefined => localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
