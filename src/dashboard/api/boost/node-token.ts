/** The token of the person's node, kept under a key of its own; it goes with the session. */
import { sessionKeys } from "../session/keys.ts";

export const nodeToken = {
  get: (): string | undefined => localStorage.getItem(sessionKeys.nodeToken) ?? undefined,
  set: (token: string): void => localStorage.setItem(sessionKeys.nodeToken, token),
  forget: (): void => localStorage.removeItem(sessionKeys.nodeToken),
};
