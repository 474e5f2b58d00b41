import { sessionKeys } from "../../api/session/keys.ts";

/** Keeps the code of an invite link, `<origin>/?inviteCode=<code>`, until the next sign-in sends it. */
export const rememberInviteCode = (search: string): void => {
  const code = new URLSearchParams(search).get("inviteCode")?.trim();
  if (code) localStorage.setItem(sessionKeys.inviteCode, code);
};

/** The code of the link by which the person came. */
export const rememberedInviteCode = (): string | undefined => localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
