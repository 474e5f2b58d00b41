import { sessionKeys } from "../../../api/session/keys.ts";

/** Stores the code of an invite link, `<origin>/?inviteCode=<code>`, so that a sign-in on any page sends it. */
export const rememberInviteCode = (search: string): void => {
  const code = new URLSearchParams(search).get("inviteCode")?.trim();
  if (code) localStorage.setItem(sessionKeys.inviteCode, code);
};

/** Deletes the stored code once it has no further use. */
export const forgetInviteCode = (): void => localStorage.removeItem(sessionKeys.inviteCode);

/** Returns the code of the last opened invite link. */
export const rememberedInviteCode = (): string | undefined => localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
