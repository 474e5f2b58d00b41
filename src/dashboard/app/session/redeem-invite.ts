import { isTemporary, send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { sessionKeys } from "../../api/session/keys.ts";
import { atRest } from "../../lib/async/at-rest.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Storage key of the last redeemed code: each is redeemed once. */
const redeemedKey = "inviteHandedIn";

/**
 * Redeems the code of the invite link for the signed-in user: a team's code becomes an invitation to answer. The code
 * itself stays for its other uses.
 */
export const redeemInviteOnce = async (): Promise<void> => {
  const inviteCode = localStorage.getItem(sessionKeys.inviteCode);
  if (inviteCode === null || localStorage.getItem(redeemedKey) === inviteCode) return;
  await atRest();
  try {
    const { redeemInvite } = await import("../../../../resources/account/teams/member-calls.ts");
    await send(redeemInvite, { body: { inviteCode }, silent: true });
  } catch (error) {
    // A failed request is retried on the next page; a refused one is not.
    if (!(error instanceof ApiError) || isTemporary(error)) return;
    if (error.statusCode === 409) void dialogs.alert({ text: error.message });
  }
  localStorage.setItem(redeemedKey, inviteCode);
};
