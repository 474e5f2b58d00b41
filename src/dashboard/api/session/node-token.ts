import { sessionKeys } from "./keys.ts";

/** The user's node token, stored under a separate key and deleted with the session. */
export const nodeToken = {
  get: (): string | undefined => localStorage.getItem(sessionKeys.nodeToken) ?? undefined,
  set: (token: string): void => localStorage.setItem(sessionKeys.nodeToken, token),
  forget: (): void => localStorage.removeItem(sessionKeys.nodeToken),
};
