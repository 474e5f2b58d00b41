import { sessionKeys } from "../../api/session/keys.ts";

/** Returns the invite code of the visit, sent when joining. */
export const invitedBy = (): string | undefined => localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
