/** The user's node token, stored under a separate key and deleted with the session. */
import { sessionKeys } from "../session/keys.ts";

export const nodeToken = {
  get: (): string | undefined => localStorage.getItem(sessionKeys.nodeToken) ?? undefined,
  set: (token: string): void => localStorage.setItem(sessionKeys.nodeToken, token),
  forget: (): void => localStorage.removeItem(sessionKeys.nodeToken),
};
