import { sessionKeys } from "../../../api/session/keys.ts";

/** Stores the code of an invite link, `<origin>/?inviteCode=<code>`, until the next sign-in sends it. */
export const rememberInviteCode = (search: string): void => {
  const code = new URLSearchParams(search).get("inviteCode")?.trim();
  if (code) localStorage.setItem(sessionKeys.inviteCode, code);
};

/** Code of the invite link. */
export const rememberedInviteCode = (): string | undefined => localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
