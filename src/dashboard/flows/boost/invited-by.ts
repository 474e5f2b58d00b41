import { sessionKeys } from "../../api/session/keys.ts";

/** The code of the invitation by which one came, which joining sends. */
export const invitedBy = (): string | undefined => localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
