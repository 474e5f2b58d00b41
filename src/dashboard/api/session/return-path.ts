import { sessionKeys } from "./keys.ts";

/** Remembers where the user wanted to go, until they have signed in (flows/session decides where that leads). */
export const rememberReturnPath = (path = location.pathname + location.search): void =>
  localStorage.setItem(sessionKeys.loginTo, path);

/** The remembered path, once. */
export const takeReturnPath = (): string | null => {
  const path = localStorage.getItem(sessionKeys.loginTo);
  localStorage.removeItem(sessionKeys.loginTo);
  return path;
};
