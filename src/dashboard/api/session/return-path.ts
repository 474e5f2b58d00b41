import { sessionKeys } from "./keys.ts";

/** Stores the path to return to after signing in (account/flows/session decides where it leads). */
export const rememberReturnPath = (path = location.pathname + location.search): void =>
  localStorage.setItem(sessionKeys.loginTo, path);

/** Returns the stored path and deletes it. */
export const takeReturnPath = (): string | null => {
  const path = localStorage.getItem(sessionKeys.loginTo);
  localStorage.removeItem(sessionKeys.loginTo);
  return path;
};
